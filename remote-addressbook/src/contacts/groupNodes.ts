import type { ContactGroup } from '@yanshu/contracts'
import type { TreeNode } from '@yanshu/ui'

/** The groups in the order of their tree, each with the names of those above it: 客户 / 华东. */
export function groupLines(groups: readonly ContactGroup[]): { groupId: number; label: string }[] {
  const walk = (nodes: readonly TreeNode[], above: string): { groupId: number; label: string }[] =>
    nodes.flatMap(({ id, label, children = [] }) => {
      const path = above + label
      return [{ groupId: Number(id), label: path }, ...walk(children, `${path} / `)]
    })
  return walk(
    groupNodes(groups, () => ''),
    '',
  )
}

/** A group with all groups below it. */
export function withBelow(groups: readonly ContactGroup[], groupId: number): ReadonlySet<number> {
  const found = new Set([groupId])
  // A set goes on through what is added to it on the way.
  for (const id of found) for (const one of groups) if (one.parentId === id) found.add(one.groupId)
  return found
}

/** The groups as a tree. One whose group above is unknown stands at the top. */
export function groupNodes(groups: readonly ContactGroup[], countOf: (count: number) => string): TreeNode[] {
  const known = new Set(groups.map(({ groupId }) => groupId))
  const below = (parent: number | null): TreeNode[] =>
    groups
      .filter(({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent)
      .map(({ groupId, groupName, contacts }) => {
        const children = below(groupId)
        return {
          id: String(groupId),
          label: groupName,
          icon: 'users',
          count: contacts,
          countLabel: countOf(contacts),
          ...(children.length > 0 ? { children } : {}),
        }
      })
  return below(null)
}
