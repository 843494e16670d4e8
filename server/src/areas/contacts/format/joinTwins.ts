import { createHash } from 'node:crypto'
import { CONTACT_ADDRESSES_MAX, CONTACT_EMAILS_MAX, CONTACT_NOTE_MAX, CONTACT_PHONES_MAX } from '@yanshu/contracts'
import type { ContactFields } from './contactFields.ts'
import { digitsOf, type FoundPerson, type RowProblem } from './fitContact.ts'
import type { Property } from './properties.ts'
import { CARD_MAX } from './readCards.ts'
import { sameAddress, samePlace, unionOf } from './unionOf.ts'

/** Properties that a person has once. Where two cards have the same fields, that of the first card is kept. */
const SINGLE = new Set(['fn', 'n', 'nickname', 'org', 'title', 'role', 'note', 'bday', 'kind', 'gender', 'anniversary'])

interface Joined {
  readonly people: readonly FoundPerson[]
  /** Which rows were combined with an earlier one, and which look like an earlier one and are kept beside it. */
  readonly problems: readonly RowProblem[]
}

/**
 * Joins the people who stand in a file twice: of one UID, or of one name with one address or number. Where the rows
 * contradict each other, or hold more together than one contact may, both are kept. Nothing of a row is dropped.
 */
export function joinTwins(people: readonly FoundPerson[]): Joined {
  const kept: FoundPerson[] = []
  const placeOf = new Map<string, number>()
  const uids = new Set<string>()
  const problems: RowProblem[] = []
  for (const person of people) {
    const keys = keysOf(person)
    const at = keys.map((key) => placeOf.get(key)).find((place) => place !== undefined)
    const twin = at === undefined ? undefined : kept[at]
    const joined = twin ? join(twin, person) : null
    if (joined && at !== undefined) {
      kept[at] = joined
      for (const key of keys) placeOf.set(key, at)
      problems.push(problemOf(person, 'combined'))
      continue
    }
    if (twin) problems.push(problemOf(person, 'double'))
    const uid = uids.has(person.uid) ? uidByContent(person) : person.uid
    uids.add(uid)
    for (const key of keys) if (!placeOf.has(key)) placeOf.set(key, kept.length)
    kept.push(twin ? { ...person, uid, beside: true } : person)
  }
  return { people: kept, problems }
}

const problemOf = ({ row, fields }: FoundPerson, reason: RowProblem['reason']): RowProblem => ({
  row,
  name: fields.name || (fields.emails[0]?.value ?? ''),
  reason,
})

function keysOf({ uid, fields }: FoundPerson): string[] {
  const name = fields.name.toLowerCase()
  return [
    `uid ${uid}`,
    ...fields.emails.map(({ value }) => `email ${name} ${sameAddress(value)}`),
    ...fields.phones.map(({ value }) => `phone ${name} ${digitsOf(value)}`),
  ]
}

/** Both rows as one; null when they differ in what a contact has once, or are too much for one. */
function join(first: FoundPerson, second: FoundPerson): FoundPerson | null {
  const [a, b] = [first.fields, second.fields]
  const sameName = a.name.toLowerCase() === b.name.toLowerCase()
  const texts = (['nickname', 'organization', 'duties', 'birthday'] as const).every((field) => fits(a[field], b[field]))
  const birthdays = a.birthday === '' || b.birthday === '' || a.birthdayLunar === b.birthdayLunar
  const photos = !first.photo || !second.photo || first.photo.base64 === second.photo.base64
  if (!(sameName && texts && birthdays && photos)) return null
  const fields: ContactFields = {
    name: a.name,
    nickname: a.nickname || b.nickname,
    organization: a.organization || b.organization,
    duties: a.duties || b.duties,
    note: a.note.includes(b.note) ? a.note : b.note.includes(a.note) ? b.note : `${a.note}\n${b.note}`,
    birthday: a.birthday || b.birthday,
    birthdayLunar: a.birthdayLunar || b.birthdayLunar,
    emails: unionOf(a.emails, b.emails, sameAddress),
    phones: unionOf(a.phones, b.phones, digitsOf),
    addresses: unionOf(a.addresses, b.addresses, samePlace),
    starred: a.starred || b.starred,
  }
  const card = joinCards(first.card, second.card)
  const tooMuch =
    fields.emails.length > CONTACT_EMAILS_MAX ||
    fields.phones.length > CONTACT_PHONES_MAX ||
    fields.addresses.length > CONTACT_ADDRESSES_MAX ||
    [...fields.note].length > CONTACT_NOTE_MAX ||
    JSON.stringify(card).length > CARD_MAX
  if (tooMuch) return null
  return {
    ...first,
    fields,
    groups: [...new Set([...first.groups, ...second.groups])],
    card,
    photo: first.photo ?? second.photo,
  }
}

const fits = (a: string, b: string): boolean => a === '' || b === '' || a === b

function joinCards(first: readonly Property[], second: readonly Property[]): Property[] {
  const known = new Set(first.map((property) => JSON.stringify(property)))
  const single = new Set(first.map(([name]) => name).filter((name) => SINGLE.has(name)))
  return [...first, ...second.filter((property) => !single.has(property[0]) && !known.has(JSON.stringify(property)))]
}

/** The same row makes the same UID again, so that a second import of the file finds what the first has made. */
function uidByContent({ uid, fields, groups, card, photo }: FoundPerson): string {
  const content = JSON.stringify([uid, fields, groups, card, photo?.base64 ?? ''])
  return `row-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}
