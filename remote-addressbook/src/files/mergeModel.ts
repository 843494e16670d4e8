import {
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONES_MAX,
  type Contact,
  type ContactDouble,
  type Labelled,
  lengthOf,
} from '@yanshu/contracts'

export const TEXTS = ['name', 'nickname', 'organization', 'duties', 'birthday', 'note'] as const
export type TextField = (typeof TEXTS)[number]
export const LISTS = ['emails', 'phones', 'addresses'] as const
export type ListField = (typeof LISTS)[number]

const MOST: Readonly<Record<ListField, number>> = {
  emails: CONTACT_EMAILS_MAX,
  phones: CONTACT_PHONES_MAX,
  addresses: CONTACT_ADDRESSES_MAX,
}

/** In place of a contact, for the note: what all of them say. */
export const OF_ALL = 0

/** What is chosen: for each text whose contact it is from, whose picture, and for each list what is left out. */
export interface MergeChoice {
  readonly photoOf?: number
  readonly from: Readonly<Partial<Record<TextField, number>>>
  readonly without: ReadonlySet<string>
}

/** The key under which doubles that the user leaves as they are are remembered. */
export const doubleKey = ({ contacts }: ContactDouble): string =>
  contacts
    .map(({ contactId }) => contactId)
    .toSorted((a, b) => a - b)
    .join('-')

export const NO_CHOICE: MergeChoice = { from: {}, without: new Set() }

/** The values of a field over all contacts, each once, with the first contact that has it; the kept one's first. */
export function valuesOf(contacts: readonly Contact[], field: TextField): { value: string; contactId: number }[] {
  const found = new Map<string, { value: string; contactId: number }>()
  for (const contact of contacts) {
    const { contactId, birthdayLunar, [field]: value } = contact
    // The same day of two calendars is two days.
    const key = field === 'birthday' && birthdayLunar ? `${value} lunar` : value
    if (value !== '' && !found.has(key)) found.set(key, { value, contactId })
  }
  return [...found.values()]
}

/** The notes of all, below each other; null when that is more than a note may have. */
export function noteOfAll(contacts: readonly Contact[]): string | null {
  const note = valuesOf(contacts, 'note')
    .map(({ value }) => value)
    .join('\n')
  return lengthOf(note) <= CONTACT_NOTE_MAX ? note : null
}

/** Whose picture is kept: the chosen one's, else that of the first who has one; null when none has. */
export const photoOf = (contacts: readonly Contact[], choice: MergeChoice): number | null =>
  choice.photoOf ?? contacts.find(({ photo }) => photo !== '')?.contactId ?? null

const sameAs = (field: ListField, { value }: Labelled): string =>
  field === 'emails' ? value.toLowerCase() : field === 'phones' ? value.replaceAll(/\D/g, '') : value

/** What the contacts have in a list, each once. */
export function allOf(contacts: readonly Contact[], field: ListField): Labelled[] {
  const found = new Map<string, Labelled>()
  for (const one of contacts.flatMap((contact) => contact[field])) {
    const known = found.get(sameAs(field, one))
    if (!known || (known.kind === 'other' && one.kind !== 'other')) found.set(sameAs(field, one), one)
  }
  return [...found.values()]
}

export const keyOf = (field: ListField, one: Labelled): string => `${field} ${sameAs(field, one)}`

/** The contact that the choices make: without one the kept contact's value, and where it has none the next one's. */
export function mergedFields(contacts: readonly Contact[], { from, without }: MergeChoice) {
  const sayer = (field: TextField): Contact | undefined => {
    const first = valuesOf(contacts, field)[0]?.contactId
    return contacts.find(({ contactId }) => contactId === (from[field] ?? first))
  }
  const text = (field: TextField) => sayer(field)?.[field] ?? ''
  const list = (field: ListField) =>
    allOf(contacts, field)
      .filter((one) => !without.has(keyOf(field, one)))
      .slice(0, MOST[field])
  return {
    name: text('name'),
    nickname: text('nickname'),
    organization: text('organization'),
    duties: text('duties'),
    note: from.note === OF_ALL ? (noteOfAll(contacts) ?? '') : text('note'),
    birthday: text('birthday'),
    birthdayLunar: sayer('birthday')?.birthdayLunar ?? false,
    emails: list('emails'),
    phones: list('phones'),
    addresses: list('addresses'),
    starred: contacts.some(({ starred }) => starred),
  }
}
