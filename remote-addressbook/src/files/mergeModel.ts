import {
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_PHONES_MAX,
  type Contact,
  type Labelled,
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

/** What is chosen: for each text whose contact it is from and for each list what is left out. */
export interface MergeChoice {
  readonly from: Readonly<Partial<Record<TextField, number>>>
  readonly without: ReadonlySet<string>
}

export const NO_CHOICE: MergeChoice = { from: {}, without: new Set() }

/** What the contacts say in a field, each once, with the first contact that says it; the kept one's first. */
export function valuesOf(contacts: readonly Contact[], field: TextField): { value: string; contactId: number }[] {
  const found = new Map<string, number>()
  for (const contact of contacts) {
    const value = contact[field]
    if (value !== '' && !found.has(value)) found.set(value, contact.contactId)
  }
  return [...found].map(([value, contactId]) => ({ value, contactId }))
}

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
    note: text('note'),
    birthday: text('birthday'),
    birthdayLunar: sayer('birthday')?.birthdayLunar ?? false,
    emails: list('emails'),
    phones: list('phones'),
    addresses: list('addresses'),
    starred: contacts.some(({ starred }) => starred),
  }
}
