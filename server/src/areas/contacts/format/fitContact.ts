import { createHash } from 'node:crypto'
import {
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_GROUP_NAME_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TEXT_MAX,
  type ContactRowProblem,
  contactProblems,
  isBirthday,
  isMailAddress,
  type Labelled,
} from '@yanshu/contracts'
import type { ContactFields } from './contactFields.ts'
import type { Property } from './properties.ts'

/** A person as they stand in a file. */
export interface WrittenPerson extends Omit<ContactFields, 'starred'> {
  readonly uid: string
  /** Names of groups. */
  readonly groups: readonly string[]
  readonly card: readonly Property[]
  readonly photo: { readonly type: string; readonly base64: string } | null
}

/** A person of a file who may be kept. */
export interface FoundPerson {
  /** Which card or line of the file, from 1. */
  readonly row: number
  readonly uid: string
  readonly fields: ContactFields
  readonly groups: readonly string[]
  readonly card: readonly Property[]
  readonly photo: { readonly type: string; readonly base64: string } | null
  /** Stands beside another of the file that looks like the same person: only its UID shows which contact it is. */
  readonly beside?: boolean
}

export interface RowProblem {
  readonly row: number
  readonly name: string
  readonly reason: ContactRowProblem
}

const UID_MAX = 200
export const GROUPS_OF_ONE_MAX = 20

const cut = (text: string, most: number): string => [...text].slice(0, most).join('')
/** Signs that change how a text is shown or read and are not seen: controls, directions, marks of the byte order. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu
const clean = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '').trim()
const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, ' ')

/** The name of a group as the page may show it; '' for what is no name. */
export const groupNameOf = (name: string): string => cut(oneLine(name), CONTACT_GROUP_NAME_MAX)

/**
 * Makes a contact within the limits of §9 from a row of a file, and reports what did not fit: the rest of the row is kept.
 * Null for a row without a person.
 */
export function fitContact(
  written: WrittenPerson,
  row: number,
): { readonly person: FoundPerson | null; readonly problems: readonly RowProblem[] } {
  const reasons = new Set<ContactRowProblem>()
  const text = (value: string, most: number, tidy = oneLine) => {
    const tidied = tidy(value)
    if ([...tidied].length > most) reasons.add('too-long')
    return cut(tidied, most)
  }
  const several = (
    list: readonly Labelled[],
    most: number,
    problem: ContactRowProblem,
    fits: (value: string) => boolean,
    same: (value: string) => string,
  ): Labelled[] => {
    const known = new Map<string, Labelled>()
    for (const { kind, value } of list) {
      const tidied = oneLine(value)
      if (tidied === '') continue
      if (!fits(tidied)) reasons.add(problem)
      else if (!known.has(same(tidied))) known.set(same(tidied), { kind, value: tidied })
    }
    if (known.size > most) reasons.add('too-many')
    return [...known.values()].slice(0, most)
  }
  const emails = several(
    written.emails.map(({ kind, value }) => ({ kind, value: bareAddress(clean(value)) })),
    CONTACT_EMAILS_MAX,
    'no-address',
    isMailAddress,
    (value) => value.toLowerCase(),
  )
  const phones = several(
    written.phones.map(({ kind, value }) => ({ kind, value: tidyPhone(value) })),
    CONTACT_PHONES_MAX,
    'no-phone',
    isPhone,
    digitsOf,
  )
  const addresses = several(
    written.addresses.map(({ kind, value }) => ({ kind, value: text(value, CONTACT_NOTE_MAX / 4) })),
    CONTACT_ADDRESSES_MAX,
    'too-long',
    () => true,
    (value) => value,
  )
  const birthday =
    written.birthday !== '' && isBirthday(written.birthday, written.birthdayLunar) ? written.birthday : ''
  if (written.birthday !== '' && birthday === '') reasons.add('no-date')
  const organization = text(written.organization, CONTACT_TEXT_MAX)
  // A company without a person is called by its name.
  const name = text(written.name || written.nickname, CONTACT_TEXT_MAX) || (emails.length === 0 ? organization : '')
  const fields: ContactFields = {
    name,
    nickname: text(written.nickname, CONTACT_TEXT_MAX),
    organization,
    duties: text(written.duties, CONTACT_TEXT_MAX),
    note: text(written.note, CONTACT_NOTE_MAX, clean),
    birthday,
    birthdayLunar: written.birthdayLunar && birthday !== '',
    emails,
    phones,
    addresses,
    starred: false,
  }
  const groups = [...new Set(written.groups.map((group) => text(group, CONTACT_GROUP_NAME_MAX)).filter(Boolean))]
  if (groups.length > GROUPS_OF_ONE_MAX) reasons.add('too-many')
  const shown = name || emails[0]?.value || phones[0]?.value || ''
  // Who has a phone alone is called by it.
  const kept = name === '' && emails.length === 0 ? { ...fields, name: phones[0]?.value ?? '' } : fields
  const isEmpty = Object.keys(contactProblems(kept, kept.birthdayLunar)).length > 0
  const problems = (isEmpty ? ['nobody' as const] : [...reasons]).map((reason) => ({ row, name: shown, reason }))
  if (isEmpty) return { person: null, problems }
  const uid = isUid(written.uid) ? written.uid : madeUid(kept)
  const person = {
    row,
    uid,
    fields: kept,
    groups: groups.slice(0, GROUPS_OF_ONE_MAX),
    card: written.card,
    photo: written.photo,
  }
  return { person, problems }
}

/** Whether a UID can stand in an address of CardDAV. */
export const isUid = (uid: string): boolean => /^[^\s\p{Cc}/\\]+$/u.test(uid) && uid.length <= UID_MAX

/** The same row of a file makes the same UID, so that a second import finds what the first has made. */
function madeUid({ name, organization, emails, phones, note }: ContactFields): string {
  const who = [name, organization, emails[0]?.value.toLowerCase(), digitsOf(phones[0]?.value ?? '')]
  const alone = emails.length === 0 && phones.length === 0 ? note : ''
  return `row-${createHash('sha256')
    .update(JSON.stringify([...who, alone]))
    .digest('hex')
    .slice(0, 32)}`
}

/** `张伟 <zhang@example.cn>` and `mailto:` as people keep them. */
const bareAddress = (value: string): string =>
  /<([^<>\s]+)>\s*$/.exec(value)?.[1] ?? value.replace(/^mailto:/i, '').trim()

/** Full-width digits, and signs that phones dial and a number does not need. */
const tidyPhone = (value: string): string =>
  value.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(/[–—−]/g, '-').replace(/^tel:/i, '').trim()

const EMPTY = {
  name: 'x',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '',
  emails: [],
  addresses: [],
}
/** Whether a number can be kept as one. */
export const isPhone = (value: string): boolean =>
  Object.keys(contactProblems({ ...EMPTY, phones: [{ kind: 'other', value }] })).length === 0

/** A phone number by its digits, without the country of China before a mobile one. */
export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^(?:00)?86(?=1\d{10}$)/, '')
