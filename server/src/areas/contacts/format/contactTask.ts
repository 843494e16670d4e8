import type { ContactColumn } from '@yanshu/contracts'
import { digitsOf, type FoundPerson, type RowProblem } from './fitContact.ts'
import { readCards } from './readCards.ts'
import { type CsvColumn, readCsv } from './readCsv.ts'

/** A file of contacts that is to be read, and how; what is left out is found out. */
export interface ContactTask {
  readonly bytes: Uint8Array
  readonly charset?: string | undefined
  readonly columns?: readonly ContactColumn[] | undefined
}

export interface ReadContacts {
  readonly format: 'vcard' | 'csv'
  readonly version: string
  readonly charset: string
  readonly columns: readonly CsvColumn[]
  readonly people: readonly FoundPerson[]
  readonly problems: readonly RowProblem[]
  readonly total: number
}

/** Reads a file of contacts, a vCard by what it says and not by its name. People who stand in it twice are made one. */
export function readContacts({ bytes, charset, columns }: ContactTask): ReadContacts {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096))
  const isCard = /BEGIN:VCARD/i.test(beginning.toString('latin1').replaceAll('\0', ''))
  const read = isCard
    ? { format: 'vcard' as const, columns: [], ...readCards(bytes, charset) }
    : { format: 'csv' as const, version: '', ...readCsv(bytes, charset, columns) }
  // A file without a text, such as a picture, has lines but nobody in them.
  if (!isCard && beginning.includes(0) && !read.charset.startsWith('utf-16')) throw new Error('no text')
  return { ...read, people: withoutTwins(read.people) }
}

/** Of one UID, or of one name with one address or number. */
function withoutTwins(people: readonly FoundPerson[]): FoundPerson[] {
  const known = new Map<string, FoundPerson>()
  const kept = new Set<FoundPerson>()
  for (const person of people) {
    const name = person.fields.name.toLowerCase()
    const keys = [
      `uid ${person.uid}`,
      ...person.fields.emails.map(({ value }) => `email ${name} ${value.toLowerCase()}`),
      ...person.fields.phones.map(({ value }) => `phone ${name} ${digitsOf(value)}`),
    ]
    if (keys.some((key) => known.has(key))) continue
    for (const key of keys) known.set(key, person)
    kept.add(person)
  }
  return [...kept]
}
