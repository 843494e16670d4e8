import {
  CONTACT_ADDRESS_MAX,
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONE_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TEXT_MAX,
  type Contact,
  type ContactProblems,
  contactProblems,
  type Labelled,
  lengthOf,
} from '@yanshu/contracts'

/** The values of the form. Lists end with an empty line for the next entry. */
export interface ContactDraft {
  readonly name: string
  readonly nickname: string
  readonly organization: string
  readonly duties: string
  readonly note: string
  readonly year: string
  readonly month: number
  readonly day: number
  readonly birthdayLunar: boolean
  readonly emails: readonly Labelled[]
  readonly phones: readonly Labelled[]
  readonly addresses: readonly Labelled[]
  readonly groupIds: readonly number[]
}

export const SEVERAL = ['emails', 'phones', 'addresses'] as const
export type Several = (typeof SEVERAL)[number]

const MOST: Readonly<Record<Several, number>> = {
  emails: CONTACT_EMAILS_MAX,
  phones: CONTACT_PHONES_MAX,
  addresses: CONTACT_ADDRESSES_MAX,
}
const FIRST_KIND = { emails: 'work', phones: 'mobile', addresses: 'work' } as const

/** The same lines with an empty one at the end, as long as there is room for one more. */
export function withEmptyLine(field: Several, lines: readonly Labelled[]): readonly Labelled[] {
  const last = lines.at(-1)
  if ((last && last.value.trim() === '') || lines.length >= MOST[field]) return lines
  return [...lines, { kind: FIRST_KIND[field], value: '' }]
}

/** The form of a contact, or of a new one that is in a group already. */
export function draftOf(contact: Contact | null, groupId?: number): ContactDraft {
  const [, year = '', month, day] = /^(?:(\d{4})|-)-(\d{2})-(\d{2})$/.exec(contact?.birthday ?? '') ?? []
  return {
    name: contact?.name ?? '',
    nickname: contact?.nickname ?? '',
    organization: contact?.organization ?? '',
    duties: contact?.duties ?? '',
    note: contact?.note ?? '',
    year,
    month: Number(month ?? 0),
    day: Number(day ?? 0),
    birthdayLunar: contact?.birthdayLunar ?? false,
    emails: withEmptyLine('emails', contact?.emails ?? []),
    phones: withEmptyLine('phones', contact?.phones ?? []),
    addresses: withEmptyLine('addresses', contact?.addresses ?? []),
    groupIds: contact?.groupIds ?? (groupId === undefined ? [] : [groupId]),
  }
}

/** What is kept of a draft. A birthday without month or day is none; one that does not exist is a problem. */
export function contactOf(draft: ContactDraft) {
  const { year, month, day, birthdayLunar, groupIds, ...words } = draft
  const digits = (n: number) => String(n).padStart(2, '0')
  const partial = (year.trim() !== '' || month > 0 || day > 0) && (month === 0 || day === 0)
  const birthday = partial
    ? 'unfinished'
    : month > 0
      ? `${year.trim() === '' ? '-' : year.trim()}-${digits(month)}-${digits(day)}`
      : ''
  const filled = (list: readonly Labelled[]) =>
    list.map(({ kind, value }) => ({ kind, value: value.trim() })).filter(({ value }) => value !== '')
  return {
    ...words,
    emails: filled(words.emails),
    phones: filled(words.phones),
    addresses: filled(words.addresses),
    birthday,
    birthdayLunar,
    groupIds: [...groupIds],
  }
}

/** Mistakes by field. Empty lines are skipped, but counted, so that the number of a line is that on the screen. */
export function problemsOf(draft: ContactDraft): ContactProblems {
  const { birthday, birthdayLunar } = contactOf(draft)
  return contactProblems({ ...draft, birthday }, birthdayLunar)
}

/** The most that a field may have, and how much there is: entries of `phones`, characters of `phones.1`, `name` or `note`. */
export function limitOf(draft: ContactDraft, field: string): { readonly max: number; readonly now: number } {
  const [list, line] = field.split('.')
  const several = SEVERAL.find((one) => one === list)
  if (!several) {
    const text = draft[field as 'name' | 'nickname' | 'organization' | 'duties' | 'note']
    return field === 'note'
      ? { max: CONTACT_NOTE_MAX, now: lengthOf(text) }
      : { max: CONTACT_TEXT_MAX, now: lengthOf(text.trim()) }
  }
  if (line === undefined) return { max: MOST[several], now: draft[several].length }
  const value = draft[several][Number(line)]?.value.trim() ?? ''
  return { max: several === 'phones' ? CONTACT_PHONE_MAX : CONTACT_ADDRESS_MAX, now: lengthOf(value) }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What was added here goes to what is there now, what was taken out here leaves it, the rest is as it is now. */
function rebasedList<T>(base: readonly T[], mine: readonly T[], newest: readonly T[], keyOf: (one: T) => unknown): T[] {
  const has = (list: readonly T[], one: T) => list.find((each) => keyOf(each) === keyOf(one))
  const added = mine.filter((one) => !has(base, one) && !has(newest, one))
  const left = newest.filter((one) => has(mine, one) || !has(base, one))
  const changedHere = (one: T) => {
    const here = has(mine, one)
    return here !== undefined && !same(here, has(base, one)) ? here : one
  }
  return [...left.map(changedHere), ...added]
}

/**
 * A draft brought onto what another window has saved in the meantime: texts that were not changed here become the newer
 * ones, those that were stay; lists have what was added on both sides.
 * @param base what the draft was made of
 */
export function rebased(base: ContactDraft, mine: ContactDraft, newest: ContactDraft): ContactDraft {
  const text = (field: 'name' | 'nickname' | 'organization' | 'duties' | 'note') =>
    mine[field] === base[field] ? newest[field] : mine[field]
  const lines = (field: Several) =>
    withEmptyLine(
      field,
      rebasedList(base[field], mine[field], newest[field], ({ value }) => value).filter(({ value }) => value !== ''),
    )
  // Year, month and day of two people make a third day.
  const dayOf = ({ year, month, day, birthdayLunar }: ContactDraft) => ({ year, month, day, birthdayLunar })
  return {
    name: text('name'),
    nickname: text('nickname'),
    organization: text('organization'),
    duties: text('duties'),
    note: text('note'),
    ...dayOf(same(dayOf(mine), dayOf(base)) ? newest : mine),
    emails: lines('emails'),
    phones: lines('phones'),
    addresses: lines('addresses'),
    groupIds: rebasedList(base.groupIds, mine.groupIds, newest.groupIds, (id) => id),
  }
}
