import type { Suggestion } from '@yanshu/contracts'
import { http, perLogin } from '@yanshu/shell-api'

/** So many of those written to last are kept. */
const KEPT = 50

const recents = perLogin(() => ({ people: [] as readonly Suggestion[] }))

/** Reads those written to last, so that the first key finds them without the server. They are forgotten with the login. */
export async function readRecents(): Promise<void> {
  const mine = recents()
  const query = { keyword: '', pageSize: KEPT }
  const answer = await http.get('contact/list/suggest', query, { silent: true }).catch(() => null)
  if (answer) mine.people = answer.list
}

/** Those of the people whose name, or a word of it, or whose address begins with what is typed. */
export function beginningWith(people: readonly Suggestion[], keyword: string): Suggestion[] {
  const wanted = keyword.toLowerCase()
  return people.filter(({ name, address }) =>
    [name, ...name.split(/\s+/), address].some((text) => text.toLowerCase().startsWith(wanted)),
  )
}

/** Those written to last, as far as they have been read. */
export const recentPeople = (): readonly Suggestion[] => recents().people

export const recentsFor = (keyword: string): Suggestion[] => beginningWith(recents().people, keyword)
