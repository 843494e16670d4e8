import type { Suggestion } from '@yanshu/contracts'
import type { Context } from '../context.ts'
import { type Person, peopleOf } from './directory.ts'
import { foldKeyword, scoreOf, soundingsOf } from './matchPerson.ts'

/** Correspondents that are looked through: the latest ones. */
const CORRESPONDENTS_MAX = 1_000

/**
 * People for a keyword: those written to lately first, then by how well the keyword fits. Without a keyword, those
 * written to lately.
 */
export async function suggestPeople(
  context: Context,
  accountId: number,
  keyword: string,
  limit: number,
): Promise<Suggestion[]> {
  const wanted = foldKeyword(keyword)
  // A dictionary of eight megabytes, not needed before somebody writes or searches.
  const { syllablesOf } = await import('../accounts/pinyin.ts')
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

  const recent = correspondents.flatMap(({ address, name }) => {
    const colleague = byAddress.get(address)
    const person = colleague ?? outsider(address, name, syllablesOf(name))
    if (wanted !== '' && scoreOf(wanted, person) === 0) return []
    return [{ person, kind: colleague ? ('organization' as const) : ('recent' as const) }]
  })
  const listed = new Set(recent.map(({ person }) => person.address))
  const others =
    wanted === ''
      ? []
      : people
          .filter((person) => !listed.has(person.address))
          .map((person) => ({ person, kind: 'organization' as const, score: scoreOf(wanted, person) }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score)
  return [...recent, ...others].slice(0, limit).map(({ person, kind }) => ({
    name: person.display,
    address: person.address,
    deptName: person.deptName,
    duties: person.duties,
    kind,
  }))
}

const outsider = (address: string, name: string, syllables: readonly string[]): Person => ({
  display: name,
  deptName: '',
  duties: '',
  name: name.toLowerCase(),
  soundings: soundingsOf(name, syllables),
  address,
  department: '',
  phone: '',
})
