import { http, storePerLogin } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { useMemo } from 'react'
import { type LoadedPeople, orgTree } from './orgRows.ts'

/** Departments; people of a department come when it is opened. */
export function useDepartments() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['organization', 'tree'],
    queryFn: async ({ signal }) => (await http.get('contact/tree', {}, { signal, silent: true })).list,
  })
  const tree = useMemo(() => (data ? orgTree(data) : null), [data])
  return { tree, failed: isError, retry: () => void refetch() }
}

/** People of the departments that were opened, of this login. */
export const departmentPeople = storePerLogin<ReadonlyMap<number, LoadedPeople>>(() => new Map())
const asking = storePerLogin<ReadonlySet<number>>(() => new Set())

/** Loads the people of a department, or the next of them. What is on its way is not asked for twice. */
export async function loadPeople(deptId: number): Promise<void> {
  const known = departmentPeople.get().get(deptId)
  if ((known && !known.more) || asking.get().has(deptId)) return
  const [people, busy] = [departmentPeople.mine(), asking.mine()]
  busy.set(new Set([...busy.get(), deptId]))
  const after = known?.list.at(-1)?.accountId
  const answer = await http
    .get('contact/department/people', { deptId, ...(after === undefined ? {} : { after }) })
    .catch(() => null)
  busy.set(new Set([...busy.get()].filter((one) => one !== deptId)))
  if (!answer) return
  const list = [...(known?.list ?? []), ...answer.list]
  people.set(new Map([...people.get(), [deptId, { list, more: answer.more && answer.list.length > 0 }]]))
}
