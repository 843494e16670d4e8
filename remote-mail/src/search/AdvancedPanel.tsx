import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { loadSearch } from '../places/elsewhere.ts'
import type { AdvancedSearchProps } from './AdvancedSearch.tsx'

const loadPanel = () => fetchPart(() => import(/* webpackChunkName: "search" */ './AdvancedSearch.tsx'))
const AdvancedSearch = lazyPart(loadPanel)

/** {@link withQueryWords} and what else is needed when a search is run. */
export const loadWords = () => fetchPart(() => import(/* webpackChunkName: "search" */ './runSearch.ts'))

/** Brings the panel, and with it the results, before they are asked for: whoever is in the field wants one or the other. */
export const warmSearch = (): void => {
  for (const load of [loadSearch, loadPanel, loadWords]) load().catch(() => undefined)
}

/** {@link AdvancedSearch}, which comes with its date fields in one. */
export const AdvancedPanel = (props: AdvancedSearchProps) => (
  <Suspense fallback={null}>
    <AdvancedSearch {...props} />
  </Suspense>
)
