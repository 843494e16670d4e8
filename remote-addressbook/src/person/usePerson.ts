import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'

/** What the directory and the own contacts have of an address; null when neither has it, undefined while it is read. */
export const usePerson = (address: string) =>
  useQuery({
    queryKey: [...CONTACTS_KEY, 'person', address.toLowerCase()],
    queryFn: async ({ signal }) => (await http.get('contact/person', { address }, { signal, silent: true })).person,
    enabled: address !== '',
  }).data
