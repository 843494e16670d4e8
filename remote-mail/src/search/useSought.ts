import { useRoute } from '@yanshu/shell-api'
import { useMemo } from 'react'
import { termsOf } from './highlight.ts'

/** The words of the search that is shown, the longest first; none beside other lists. */
export function useSought(): readonly string[] {
  const { path, query } = useRoute()
  const keyword = path === '/search' ? (query.get('keyword') ?? '') : ''
  return useMemo(() => termsOf(keyword), [keyword])
}
