import type { ContactGroup } from '@yanshu/contracts'
import type { TreeNode } from '@yanshu/ui'

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
