import { lengthOf, SAVED_SEARCH_NAME_MAX, type SavedSearch } from '@yanshu/contracts'
import { type SearchForm, searchOf, searchPath } from './searchParams.ts'

/** The query of the address of a search, as it is kept. */
export const queryOf = (form: SearchForm): string => searchPath(form).slice('/search?'.length)

/** The search that is kept, by the syntax of now. */
export const formOf = ({ query }: Pick<SavedSearch, 'query'>): SearchForm => searchOf(new URLSearchParams(query))

/** Whether all of a kept search is known to the syntax of now. */
export const isKnownWhole = (saved: Pick<SavedSearch, 'query'>): boolean => {
  const partsOf = (query: string) => `${new URLSearchParams([...new URLSearchParams(query)].sort())}`
  return partsOf(saved.query) === partsOf(queryOf(formOf(saved)))
}

/** The kept search that is the same as one, by the syntax of now. */
export const savedAs = (list: readonly SavedSearch[] | undefined, form: SearchForm): SavedSearch | undefined =>
  list?.find((saved) => queryOf(formOf(saved)) === queryOf(form))

/** What is wrong with a name. */
export function searchNameProblem(name: string): 'required' | 'tooLong' | null {
  const length = lengthOf(name.trim())
  if (length === 0) return 'required'
  return length > SAVED_SEARCH_NAME_MAX ? 'tooLong' : null
}
