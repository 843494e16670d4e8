import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { FacetsProps } from './Facets.tsx'

const LateFacets = lazyPart(() => fetchPart(() => import(/* webpackChunkName: "later-search" */ './Facets.tsx')))

/** {@link Facets}, which come when they are opened. */
export const FacetsPart = (props: FacetsProps) => (
  <Suspense fallback={null}>
    <LateFacets {...props} />
  </Suspense>
)
