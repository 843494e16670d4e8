import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { SearchMoreProps } from './SearchMore.tsx'

const LateMore = lazyPart(() => fetchPart(() => import(/* webpackChunkName: "later-search" */ './SearchMore.tsx')))

/** {@link SearchMore}, which comes after the results. */
export const SearchMorePart = (props: SearchMoreProps) => (
  <Suspense fallback={null}>
    <LateMore {...props} />
  </Suspense>
)
