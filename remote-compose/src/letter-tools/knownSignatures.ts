import { http, queryKeys } from '@yanshu/shell-api'

/** All signatures that a letter may have. */
export const signaturesQuery = {
  queryKey: [...queryKeys.writing, 'signatures'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.get('mail/main/sign/forLetter', {}, { silent: true, signal })).list,
  staleTime: 60_000,
}
