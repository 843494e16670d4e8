import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { AdvancedSearchProps } from './AdvancedSearch.tsx'

const AdvancedSearch = lazyPart(() => import(/* webpackChunkName: "search" */ './AdvancedSearch.tsx'))

/** Brings the panel, and with it the results, before they are asked for: whoever is in the field wants one or the other. */
export const warmSearch = (): void =>
  void fetchPart(() => import(/* webpackChunkName: "search" */ './AdvancedSearch.tsx')).catch(() => undefined)

/** {@link AdvancedSearch}, which comes with its date fields in one. */
export const AdvancedPanel = (props: AdvancedSearchProps) => (
  <Suspense fallback={null}>
    <AdvancedSearch {...props} />
  </Suspense>
)
