import type { ContactColumn } from '@yanshu/contracts'
import { type FoundPerson, GROUPS_OF_ONE_MAX, groupNameOf, type RowProblem } from './fitContact.ts'
import { joinTwins } from './joinTwins.ts'
import { type FoundGroup, readCards } from './readCards.ts'
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
  readonly groups: readonly FoundGroup[]
  readonly problems: readonly RowProblem[]
  readonly total: number
}

/**
 * Reads a file of contacts; what it holds, not its name, decides whether it is a vCard. Two rows of one person become one
 * contact, or stay two, and the report names them.
 */
export function readContacts({ bytes, charset, columns }: ContactTask): ReadContacts {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096))
  const isCard = /BEGIN:VCARD/i.test(beginning.toString('latin1').replaceAll('\0', ''))
  const read = isCard
    ? { format: 'vcard' as const, columns: [], ...readCards(bytes, charset) }
    : { format: 'csv' as const, version: '', groups: [], ...readCsv(bytes, charset, columns) }
  // A file without a text, such as a picture, has lines but no people.
  if (!isCard && beginning.includes(0) && !read.charset.startsWith('utf-16')) throw new Error('no text')
  const { people, problems } = joinTwins(withGroups(read.people, read.groups))
  return { ...read, people, problems: [...read.problems, ...problems] }
}

/** People with the names of the groups whose cards stand in the same file and name them. */
function withGroups(people: readonly FoundPerson[], groups: readonly FoundGroup[]): readonly FoundPerson[] {
  const names = new Map<string, Set<string>>()
  for (const { name, members } of groups) {
    const short = groupNameOf(name)
    if (short === '') continue
    for (const uid of members) names.set(uid, (names.get(uid) ?? new Set()).add(short))
  }
  if (names.size === 0) return people
  return people.map((person) => {
    const more = names.get(person.uid)
    return more ? { ...person, groups: [...new Set([...person.groups, ...more])].slice(0, GROUPS_OF_ONE_MAX) } : person
  })
}
