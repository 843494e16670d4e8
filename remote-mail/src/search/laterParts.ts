import { fetchPart } from '@yanshu/shell-api'

/** Fetches the panel of an advanced search. */
export const loadPanel = () => fetchPart(() => import('./AdvancedSearch.tsx'))

/** `withQueryWords` and what else is needed when a search is run. */
export const loadWords = () => fetchPart(() => import('./runSearch.ts'))
