import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { AdvancedSearchProps } from './AdvancedSearch.tsx'

/** Fetches the panel. */
export const loadPanel = () => fetchPart(() => import(/* webpackChunkName: "later-search" */ './AdvancedSearch.tsx'))
const AdvancedSearch = lazyPart(loadPanel)

/** {@link withQueryWords} and what else is needed when a search is run. */
export const loadWords = () => fetchPart(() => import(/* webpackChunkName: "search" */ './runSearch.ts'))

/** {@link AdvancedSearch}, which comes with its date fields in one. */
export const AdvancedPanel = (props: AdvancedSearchProps) => (
  <Suspense fallback={null}>
    <AdvancedSearch {...props} />
  </Suspense>
)
