import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'

/** What the directory and the own contacts know of an address; null when neither knows it, undefined while it is read. */
export const usePerson = (address: string) =>
  useQuery({
    queryKey: [...CONTACTS_KEY, 'person', address.toLowerCase()],
    queryFn: async ({ signal }) => (await http.get('contact/person', { address }, { signal, silent: true })).person,
    enabled: address !== '',
  }).data
