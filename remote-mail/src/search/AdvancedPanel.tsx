import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { AdvancedSearchProps } from './AdvancedSearch.tsx'

const AdvancedSearch = lazyPart(() => import(/* webpackChunkName: "search" */ './AdvancedSearch.tsx'))

/** Fetches the panel and the results view as soon as the field has the focus. */
export const warmSearch = (): void =>
  void fetchPart(() => import(/* webpackChunkName: "search" */ './AdvancedSearch.tsx')).catch(() => undefined)

/** {@link AdvancedSearch}, which comes with its date fields in one. */
export const AdvancedPanel = (props: AdvancedSearchProps) => (
  <Suspense fallback={null}>
    <AdvancedSearch {...props} />
  </Suspense>
)
