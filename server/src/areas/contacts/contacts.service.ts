import type { Suggestion } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { type Person, peopleOf } from './directory.ts'
import { foldKeyword, matchedOf, RANK, type Rank, rankOf, type Sounding, soundingsOf } from './matchPerson.ts'

/** Correspondents that are looked through: the latest ones. */
const CORRESPONDENTS_MAX = 1_000

/**
 * People for a keyword: by how well it fits, and among those it fits equally well first those written to, the latest
 * first. Without a keyword, those written to lately.
 */
export async function suggestPeople(
  context: Context,
  accountId: number,
  keyword: string,
  limit: number,
): Promise<Suggestion[]> {
  const wanted = foldKeyword(keyword)
  // A dictionary of eight megabytes, not needed before somebody writes or searches.
  const { surnameReadings, syllablesOf } = await import('../../store/accounts/pinyin.ts')
  const people = await peopleOf(context)
  const byAddress = new Map(people.map((person) => [person.address, person]))
  const correspondents = await context.store.db
    .selectFrom('correspondent')
    .select(['address', 'name', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('uses', '>', 0)
    .orderBy('last_used_at', 'desc')
    .limit(CORRESPONDENTS_MAX)
    .execute()

  const known = correspondents.map(({ address, name }): Candidate => {
    const colleague = byAddress.get(address)
    return {
      person: colleague ?? outsider(address, name, soundingsOf(name, syllablesOf(name), surnameReadings(name))),
      kind: colleague ? 'organization' : 'recent',
      correspondent: true,
      rank: RANK.none,
    }
  })
  const found = wanted === '' ? known : bestFirst(wanted, known, people)
  return found.slice(0, limit).map(({ person, kind, correspondent, rank }) => ({
    name: person.display,
    address: person.address,
    deptName: person.deptName,
    duties: person.duties,
    kind,
    matched: matchedOf(rank),
    correspondent,
  }))
}

interface Candidate {
  readonly person: Person
  readonly kind: Suggestion['kind']
  /** Whether the account has written to them. */
  readonly correspondent: boolean
  readonly rank: Rank
}

/** Sorting is stable: people of one rank stay as they come, those written to before the others. */
function bestFirst(wanted: string, known: readonly Candidate[], people: readonly Person[]): Candidate[] {
  const listed = new Set(known.map(({ person }) => person.address))
  const others = people
    .filter((person) => !listed.has(person.address))
    .map((person): Candidate => ({ person, kind: 'organization', correspondent: false, rank: RANK.none }))
  return [...known, ...others]
    .map((candidate) => ({ ...candidate, rank: rankOf(wanted, candidate.person) }))
    .filter(({ rank }) => rank > RANK.none)
    .sort((a, b) => b.rank - a.rank)
}

const outsider = (address: string, name: string, soundings: readonly Sounding[]): Person => ({
  display: name,
  deptName: '',
  duties: '',
  name: name.toLowerCase(),
  soundings,
  address,
  department: '',
  phone: '',
})
