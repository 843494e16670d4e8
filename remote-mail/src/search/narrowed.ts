import { FILE_TYPES, type FileTypeName } from '@yanshu/contracts'
import { DAY_MS, HOUR_MS } from '@yanshu/contracts/days'
import { EMPTY_SEARCH, type SearchForm, withTime } from './searchParams.ts'

/** Days before today from which on hits are counted: today, the last week, month and year. */
export const DAYS_BACK = [0, 7, 30, 365] as const

/** The same search by conditions: a search in subjects or people alone becomes a place to look in. */
export function advancedOf(form: SearchForm): SearchForm {
  if (form.kind === 4) return form
  return { ...form, kind: 4, scope: form.kind === 1 || form.kind === 2 ? [form.kind] : EMPTY_SEARCH.scope }
}

/** A search narrowed by one value more. */
export const narrowedBy = (
  form: SearchForm,
  value: Partial<Pick<SearchForm, 'folderId' | 'from' | 'fileType'>>,
): SearchForm => ({ ...advancedOf(form), ...value })

/** A search narrowed to the mails from a moment on. */
export const narrowedSince = (form: SearchForm, moment: number): SearchForm =>
  withTime(advancedOf(form), 'startTime', moment).form

/**
 * The beginnings of the days of {@link DAYS_BACK}, in epoch milliseconds.
 * @param timeZone hours from GMT
 */
export function momentsBack(now: number, timeZone: number): number[] {
  const shift = timeZone * HOUR_MS
  const today = Math.floor((now + shift) / DAY_MS) * DAY_MS - shift
  return DAYS_BACK.map((days) => today - days * DAY_MS)
}

/** Whether a text of the address names a kind of file. */
export const isFileType = (text: string): text is FileTypeName => FILE_TYPES.some((type) => type === text)
