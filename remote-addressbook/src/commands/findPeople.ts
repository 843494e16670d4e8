import type { CommandQuery, RemoteCommand } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { pathOfPerson } from '../person/pathOfPerson.ts'

const SHOWN = 6

/** People for what is typed into the palette, from the one source of suggestions. */
export async function findPeople({ typed, signal }: CommandQuery): Promise<readonly RemoteCommand[]> {
  if (typed.trim() === '') return []
  const { list } = await http.get(
    'contact/list/suggest',
    { keyword: typed.trim().slice(0, 100), pageSize: SHOWN },
    { signal, silent: true },
  )
  return list.map(({ name, address, deptName, duties }) => ({
    id: address,
    label: name || address,
    group: [deptName.slice(deptName.lastIndexOf('/') + 1).trim(), duties].filter(Boolean).join(' · ') || address,
    path: pathOfPerson(address),
    // Found by the server already, by sounds that the page does not know.
    words: [typed, address],
  }))
}
