import type { TreeNode } from '../foldertree/treeRows.ts'

/** Whether all, some or none of what lies in a node is checked. */
export type NodeCheck = 'all' | 'some' | 'none'

const isBranch = (node: TreeNode): node is TreeNode & { readonly children: readonly TreeNode[] } =>
  node.children !== undefined && node.children.length > 0

/**
 * The state of every box of a tree. Only leaves are checked themselves; a branch says what its leaves are, and one
 * without any is a leaf.
 */
export function checksOf(nodes: readonly TreeNode[], checked: ReadonlySet<string>): ReadonlyMap<string, NodeCheck> {
  const checks = new Map<string, NodeCheck>()
  const visit = (node: TreeNode): NodeCheck => {
    let check: NodeCheck
    if (isBranch(node)) {
      const inside = new Set(node.children.map(visit))
      check = inside.size > 1 || inside.has('some') ? 'some' : inside.has('all') ? 'all' : 'none'
    } else check = checked.has(node.id) ? 'all' : 'none'
    checks.set(node.id, check)
    return check
  }
  nodes.forEach(visit)
  return checks
}

/** Ids of the leaves in a node, itself where it is one. */
export function leavesOf(node: TreeNode): readonly string[] {
  const leaves: string[] = []
  const visit = (each: TreeNode) => {
    if (isBranch(each)) each.children.forEach(visit)
    else leaves.push(each.id)
  }
  visit(node)
  return leaves
}

/** What is checked after the box of a node was pressed: all of its leaves, unless they all were before. */
export function toggleCheck(node: TreeNode, checked: ReadonlySet<string>): ReadonlySet<string> {
  const leaves = leavesOf(node)
  const next = new Set(checked)
  const all = leaves.every((id) => checked.has(id))
  for (const id of leaves) {
    if (all) next.delete(id)
    else next.add(id)
  }
  return next
}
