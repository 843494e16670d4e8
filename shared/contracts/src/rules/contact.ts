import {
  CONTACT_ADDRESS_MAX,
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONE_MAX,
  CONTACT_PHONES_MAX,
  CONTACT_TEXT_MAX,
} from '../limits.ts'
import { isMailAddress } from './address.ts'
import { lengthOf } from './names.ts'

/** One of several of a kind, with what it is for. */
export interface Labelled {
  readonly kind: 'work' | 'home' | 'mobile' | 'other'
  readonly value: string
}

export interface ContactWords {
  readonly name: string
  readonly nickname: string
  readonly organization: string
  readonly duties: string
  readonly note: string
  readonly birthday: string
  readonly emails: readonly Labelled[]
  readonly phones: readonly Labelled[]
  readonly addresses: readonly Labelled[]
}

export type ContactProblem = 'required' | 'too-long' | 'too-many' | 'no-address' | 'no-phone' | 'no-date'
/** Which field: its name, or `emails.1` for the second of several. */
export type ContactProblems = Readonly<Record<string, ContactProblem>>

/** Digits with what people write between them, and an extension: `+86 (10) 6555-1234 转 802`. */
const PHONE = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:\s*(?:转|ext\.?|x|,|#)\s*\d{1,8})?$/iu

/** `1990-05-01`, or `--05-01` where the year is not known. The 30th of any month may be of the Chinese calendar. */
export function isBirthday(text: string, lunar = false): boolean {
  const [, year, month = '', day = ''] = /^(?:(\d{4})|-)-(\d{2})-(\d{2})$/.exec(text) ?? []
  const [m, d] = [Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1) return false
  if (lunar) return d <= 30
  // A leap year where none is given.
  const last = new Date(Date.UTC(year === undefined ? 2000 : Number(year), m, 0)).getUTCDate()
  return d <= last
}

/** What is wrong with a contact, by field; nothing when it may be kept. Who has no name is called by a mail address. */
export function contactProblems(contact: ContactWords, lunar = false): ContactProblems {
  const found: Record<string, ContactProblem> = {}
  const { name, nickname, organization, duties, note, birthday } = contact
  if (name.trim() === '' && !contact.emails.some(({ value }) => isMailAddress(value.trim()))) found.name = 'required'
  for (const [field, text] of Object.entries({ name, nickname, organization, duties })) {
    if (lengthOf(text.trim()) > CONTACT_TEXT_MAX) found[field] = 'too-long'
  }
  if (lengthOf(note) > CONTACT_NOTE_MAX) found.note = 'too-long'
  if (birthday !== '' && !isBirthday(birthday, lunar)) found.birthday = 'no-date'
  const several = (
    field: 'emails' | 'phones' | 'addresses',
    most: number,
    problemOf: (value: string) => ContactProblem | null,
  ) => {
    if (contact[field].length > most) found[field] = 'too-many'
    for (const [at, { value }] of contact[field].entries()) {
      const problem = value.trim() === '' ? null : problemOf(value.trim())
      if (problem) found[`${field}.${at}`] = problem
    }
  }
  several('emails', CONTACT_EMAILS_MAX, (value) => (isMailAddress(value) ? null : 'no-address'))
  several('phones', CONTACT_PHONES_MAX, (value) =>
    value.length > CONTACT_PHONE_MAX ? 'too-long' : PHONE.test(value) ? null : 'no-phone',
  )
  several('addresses', CONTACT_ADDRESSES_MAX, (value) => (lengthOf(value) > CONTACT_ADDRESS_MAX ? 'too-long' : null))
  return found
}
