import type { SearchTerms } from '../list-window/listQuery.ts'

/** 1 subject, 2 people, 3 everything, 4 advanced (§2, Search). */
export type SearchKind = 1 | 2 | 3 | 4
/** What advanced search searches: 1 subject, 2 addresses, 3 text. */
export type Scope = 1 | 2 | 3
/** 0 no, 1 yes, 2 all. */
export type Three = 0 | 1 | 2

/** What is being searched for, as it stands in the address of the results. */
export interface SearchForm {
  readonly kind: SearchKind
  readonly keyword: string
  /** Who sent it, who got it, and words of the subject; '' for any. */
  readonly from: string
  readonly to: string
  readonly subject: string
  /** The kind of a file that is attached, of `FILE_TYPES`; '' for any. The server refuses any other. */
  readonly fileType: string
  readonly scope: readonly Scope[]
  readonly folderId: number | null
  /** Epoch milliseconds. */
  readonly startTime: number | null
  readonly endTime: number | null
  readonly attachment: Three
  readonly unread: Three
  /** '' for the newest first, `best` for the best hits of the word, or an order as `triage/arrangement.ts` writes it. */
  readonly order: string
}

export const EMPTY_SEARCH: SearchForm = {
  kind: 3,
  keyword: '',
  from: '',
  to: '',
  subject: '',
  fileType: '',
  scope: [1, 2, 3],
  folderId: null,
  startTime: null,
  endTime: null,
  attachment: 2,
  unread: 2,
  order: '',
}

/** The order of the best hits of a word. */
export const BEST = 'best'

/** Conditions that are text in the address and in the call. */
export const PARTS = ['from', 'to', 'subject', 'fileType'] as const

/** The end stays at least this long after the start (§4, Advanced search times). */
export const LEAST_SPAN_MS = 1_000

/**
 * Corrects the times after one of them was set: the other one gives way, so that the end stays a second after the start.
 * `corrected` is true when a warning is due (§5).
 */
export function withTime(
  form: SearchForm,
  which: 'startTime' | 'endTime',
  value: number | null,
): { form: SearchForm; corrected: boolean } {
  const next = { ...form, [which]: value }
  const { startTime, endTime } = next
  if (startTime === null || endTime === null || endTime - startTime >= LEAST_SPAN_MS)
    return { form: next, corrected: false }
  const form2 =
    which === 'startTime'
      ? { ...next, endTime: startTime + LEAST_SPAN_MS }
      : { ...next, startTime: endTime - LEAST_SPAN_MS }
  return { form: form2, corrected: true }
}

/** Whether there is anything to search for: a keyword, or in advanced search any condition. */
export function hasConditions(form: SearchForm): boolean {
  if (form.keyword.trim()) return true
  if (form.kind !== 4) return false
  return (
    PARTS.some((part) => form[part].trim() !== '') ||
    form.folderId !== null ||
    form.startTime !== null ||
    form.endTime !== null ||
    form.attachment !== 2 ||
    form.unread !== 2
  )
}

/** The path of the results. */
export function searchPath(form: SearchForm): string {
  const query = new URLSearchParams()
  if (form.keyword.trim()) query.set('keyword', form.keyword.trim())
  query.set('type', String(form.kind))
  if (form.kind === 4) {
    for (const part of PARTS) if (form[part].trim()) query.set(part, form[part].trim())
    if (form.scope.length > 0 && form.scope.length < 3) query.set('scope', form.scope.join(','))
    if (form.folderId !== null) query.set('folder', String(form.folderId))
    if (form.startTime !== null) query.set('start', String(form.startTime))
    if (form.endTime !== null) query.set('end', String(form.endTime))
  }
  if (form.attachment !== 2) query.set('attachment', String(form.attachment))
  if (form.unread !== 2) query.set('unread', String(form.unread))
  if (form.order) query.set('order', form.order)
  return `/search?${query}`
}

/** Reads the path's query; what makes no sense is as if it was not there. */
export function searchOf(query: URLSearchParams): SearchForm {
  const number = (name: string) => {
    const value = Number(query.get(name))
    return query.get(name) && Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const three = (name: string): Three => {
    const value = query.get(name)
    return value === '0' ? 0 : value === '1' ? 1 : 2
  }
  const kind = number('type')
  const scope = (query.get('scope') ?? '')
    .split(',')
    .flatMap((one): Scope[] => (one === '1' ? [1] : one === '2' ? [2] : one === '3' ? [3] : []))
  const texts = { keyword: '', from: '', to: '', subject: '', fileType: '' }
  for (const name of ['keyword', ...PARTS] as const) texts[name] = query.get(name) ?? ''
  return {
    kind: kind === 1 || kind === 2 || kind === 4 ? kind : 3,
    ...texts,
    scope: scope.length > 0 ? [...new Set(scope)] : EMPTY_SEARCH.scope,
    folderId: number('folder'),
    startTime: number('start'),
    endTime: number('end'),
    attachment: three('attachment'),
    unread: three('unread'),
    order: query.get('order') ?? '',
  }
}

/** The search as the server is asked. */
export function termsOfSearch(form: SearchForm): SearchTerms {
  return {
    searchType: form.kind,
    searchKeyword: form.keyword.trim(),
    hasAttachment: form.attachment,
    isUnread: form.unread,
    ...(form.kind === 4
      ? {
          scope: [...form.scope].sort().join(','),
          ...Object.fromEntries(PARTS.flatMap((part) => (form[part].trim() ? [[part, form[part].trim()]] : []))),
          ...(form.folderId === null ? {} : { mailboxId: form.folderId }),
          ...(form.startTime === null ? {} : { startTime: form.startTime }),
          ...(form.endTime === null ? {} : { endTime: form.endTime }),
        }
      : {}),
  }
}
