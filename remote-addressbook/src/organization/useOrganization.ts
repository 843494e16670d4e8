import { http, storePerLogin } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useMemo } from 'react'
import { type LoadedPeople, orgTree } from './orgRows.ts'

/** All departments, as the server has them. */
export const treeQuery = {
  queryKey: ['organization', 'tree'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.get('contact/tree', {}, { signal, silent: true })).list,
}

/** Reads the departments. Resolves when they are there or could not be had. */
export const readDepartments = (): Promise<void> => queryClient().prefetchQuery(treeQuery)

/** Departments; people of a department come when it is opened. */
export function useDepartments() {
  const { data, isError, refetch } = useQuery(treeQuery)
  const tree = useMemo(() => (data ? orgTree(data) : null), [data])
  return { tree, failed: isError, retry: () => void refetch() }
}

/** People of the departments that were opened, of this login. */
export const departmentPeople = storePerLogin<ReadonlyMap<number, LoadedPeople>>(() => new Map())
/** What is on its way, by department. */
const asking = storePerLogin<ReadonlyMap<number, Promise<void>>>(() => new Map())

/** Loads the people of a department, or the next of them. What is on its way is not asked for twice. */
export function loadPeople(deptId: number): Promise<void> {
  const known = departmentPeople.get().get(deptId)
  if (known && !known.more) return Promise.resolve()
  const busy = asking.mine()
  const running = busy.get().get(deptId)
  if (running) return running
  const run = askPeople(deptId, known).finally(() =>
    busy.set(new Map([...busy.get()].filter(([one]) => one !== deptId))),
  )
  busy.set(new Map([...busy.get(), [deptId, run]]))
  return run
}

async function askPeople(deptId: number, known: LoadedPeople | undefined): Promise<void> {
  const people = departmentPeople.mine()
  const after = known?.list.at(-1)?.accountId
  const answer = await http
    .get('contact/department/people', { deptId, ...(after === undefined ? {} : { after }) })
    .catch(() => null)
  if (!answer) return
  const list = [...(known?.list ?? []), ...answer.list]
  people.set(new Map([...people.get(), [deptId, { list, more: answer.more && answer.list.length > 0 }]]))
}
