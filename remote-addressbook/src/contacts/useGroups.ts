import type { ContactGroup } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { CONTACTS_KEY } from './contactKeys.ts'

const NONE: readonly ContactGroup[] = []

interface Groups {
  readonly groups: readonly ContactGroup[]
  readonly ready: boolean
  readonly failed: boolean
  retry(): void
}

const groupsQuery = {
  queryKey: [...CONTACTS_KEY, 'groups'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.get('contact/group/list', {}, { signal, silent: true })).list,
}

/** Reads the personal groups. Resolves when they are there or could not be had. */
export const readGroups = (): Promise<void> => queryClient().prefetchQuery(groupsQuery)

/** The personal groups; none until they are read. */
export function useGroups(): Groups {
  const { data, isError, refetch } = useQuery(groupsQuery)
  const ready = data !== undefined
  return { groups: data ?? NONE, ready, failed: isError && !ready, retry: () => void refetch() }
}
