import { http, queryKeys } from '@yanshu/shell-api'

/** All papers that a letter may be on. */
export const papersQuery = {
  queryKey: [...queryKeys.writing, 'papers'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.get('mail/main/paper', {}, { silent: true, signal })).list,
  staleTime: 60_000,
}
