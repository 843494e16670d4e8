import type { DepartmentNode, DepartmentPerson } from '@yanshu/contracts'

/** The people of an opened department, as far as they are loaded. */
export interface LoadedPeople {
  readonly list: readonly DepartmentPerson[]
  readonly more: boolean
}

interface Place {
  readonly key: string
  readonly level: number
  readonly setSize: number
  readonly position: number
  /** Key of the department above; undefined at the top. */
  readonly parent: string | undefined
}

/** A line of the tree that is in sight or may be scrolled to. */
export type OrgRow = Place &
  (
    | { readonly kind: 'department'; readonly department: DepartmentNode; readonly open: boolean; readonly all: number }
    | { readonly kind: 'person'; readonly person: DepartmentPerson; readonly deptId: number }
    | { readonly kind: 'waiting'; readonly deptId: number }
    | { readonly kind: 'more'; readonly deptId: number }
  )

export interface OrgTree {
  readonly top: readonly DepartmentNode[]
  below(deptId: number): readonly DepartmentNode[]
  /** People who belong to a department or to one below it; a person who works in two is counted once. */
  allOf(deptId: number): number
  /** Departments from the top down to one, itself last. */
  chainTo(deptId: number): readonly number[]
}

const NONE: readonly DepartmentNode[] = []
/** Operators set the parents of departments, so a circle is possible. */
const DEPTH_MAX = 30

/** The departments as a tree. One without a known parent, or in a circle, stands at the top. */
export function orgTree(departments: readonly DepartmentNode[]): OrgTree {
  const byId = new Map(departments.map((one) => [one.deptId, one]))
  const chains = new Map<number, readonly number[]>()
  const chainTo = (deptId: number): readonly number[] => {
    const known = chains.get(deptId)
    if (known) return known
    const chain: number[] = []
    for (let at = byId.get(deptId); at && chain.length < DEPTH_MAX; at = byId.get(at.parentId ?? 0)) {
      if (chain.includes(at.deptId)) break
      chain.unshift(at.deptId)
    }
    chains.set(deptId, chain)
    return chain
  }
  const children = new Map<number | null, DepartmentNode[]>()
  const all = new Map<number, number>()
  for (const one of departments) {
    const chain = chainTo(one.deptId)
    // Part of a circle: the chain does not begin at a department without one above.
    const hangs = one.parentId !== null && byId.has(one.parentId) && byId.get(chain[0] ?? 0)?.parentId === null
    const parent = hangs ? one.parentId : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(one)
    else children.set(parent, [one])
    for (const deptId of hangs ? chain : [one.deptId]) all.set(deptId, (all.get(deptId) ?? 0) + one.own)
  }
  return {
    top: children.get(null) ?? NONE,
    below: (deptId) => children.get(deptId) ?? NONE,
    allOf: (deptId) => all.get(deptId) ?? 0,
    chainTo,
  }
}

/** The lines of the tree with these departments open: in each the departments below it, then its people. */
export function orgRows(
  tree: OrgTree,
  open: ReadonlySet<number>,
  peopleOf: (deptId: number) => LoadedPeople | undefined,
): readonly OrgRow[] {
  const rows: OrgRow[] = []
  const visit = (siblings: readonly DepartmentNode[], level: number, parent: string | undefined, setSize: number) => {
    for (const [at, department] of siblings.entries()) {
      const { deptId } = department
      const key = `d${deptId}`
      const isOpen = open.has(deptId)
      const place = { key, level, setSize, position: at + 1, parent }
      rows.push({ ...place, kind: 'department', department, open: isOpen, all: tree.allOf(deptId) })
      if (!isOpen) continue
      const below = tree.below(deptId)
      const size = below.length + department.people
      visit(below, level + 1, key, size)
      if (department.people === 0) continue
      const loaded = peopleOf(deptId)
      const inside = (position: number) => ({ level: level + 1, setSize: size, position, parent: key })
      if (!loaded) rows.push({ ...inside(below.length + 1), key: `w${deptId}`, kind: 'waiting', deptId })
      else {
        for (const [index, person] of loaded.list.entries()) {
          const personKey = `p${deptId}.${person.accountId}`
          rows.push({ ...inside(below.length + index + 1), key: personKey, kind: 'person', person, deptId })
        }
        if (loaded.more) {
          rows.push({ ...inside(below.length + loaded.list.length + 1), key: `m${deptId}`, kind: 'more', deptId })
        }
      }
    }
  }
  visit(tree.top, 1, undefined, tree.top.length)
  return rows
}
