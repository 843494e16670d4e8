import { type DepartmentPerson, RECIPIENTS_MAX } from '@yanshu/contracts'
import type { OrgTree } from './orgRows.ts'
import { departmentPeople, loadPeople } from './useOrganization.ts'

/** The people of a department and of those below it could not be read. */
export class PeopleUnreadError extends Error {}
/** A letter goes to at most `RECIPIENTS_MAX`. */
export class TooManyPeopleError extends Error {}

/**
 * All people of a department and of the departments below it, each once. Throws `TooManyPeopleError` before it asks for
 * them, and `PeopleUnreadError`.
 */
export async function allPeopleOf(tree: OrgTree, deptId: number): Promise<readonly DepartmentPerson[]> {
  if (tree.allOf(deptId) > RECIPIENTS_MAX) throw new TooManyPeopleError()
  const people = new Map<number, DepartmentPerson>()
  for (const { id, size } of departmentsIn(tree, deptId)) {
    if (size === 0) continue
    for (const person of await wholeDepartment(id)) people.set(person.accountId, person)
    if (people.size > RECIPIENTS_MAX) throw new TooManyPeopleError()
  }
  return [...people.values()]
}

interface Department {
  readonly id: number
  readonly size: number
}

function departmentsIn(tree: OrgTree, deptId: number): readonly Department[] {
  const own = [...tree.top, ...tree.chainTo(deptId).flatMap((id) => tree.below(id))].find(
    (one) => one.deptId === deptId,
  )
  const below = tree.below(deptId).flatMap((one) => departmentsIn(tree, one.deptId))
  return [{ id: deptId, size: own?.people ?? 0 }, ...below]
}

/** All pages of one department. */
async function wholeDepartment(deptId: number): Promise<readonly DepartmentPerson[]> {
  for (let before = -1; ; ) {
    const loaded = departmentPeople.get().get(deptId)
    if (loaded && !loaded.more) return loaded.list
    const count = loaded?.list.length ?? 0
    // The call before brought nothing.
    if (count <= before) throw new PeopleUnreadError()
    before = count
    await loadPeople(deptId)
  }
}
