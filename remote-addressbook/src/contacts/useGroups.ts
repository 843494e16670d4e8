import type { ContactGroup } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { CONTACTS_KEY } from './contactKeys.ts'

const NONE: readonly ContactGroup[] = []

/** The personal groups; none until they are read. */
export function useGroups(): { readonly groups: readonly ContactGroup[]; readonly ready: boolean } {
  const { data } = useQuery({
    queryKey: [...CONTACTS_KEY, 'groups'],
    queryFn: async ({ signal }) => (await http.get('contact/group/list', {}, { signal, silent: true })).list,
  })
  return { groups: data ?? NONE, ready: data !== undefined }
}
