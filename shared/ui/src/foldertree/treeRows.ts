import type { IconName } from '../icons/paths.ts'

/** A place in the tree: a folder, a label, a page. */
export interface TreeNode {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** A colour dot instead of an icon: a tone 1 to 12 or a CSS colour. */
  readonly color?: number | string | undefined
  /** Unread or waiting; zero and nothing show nothing. */
  readonly count?: number | undefined
  /** The count in words; "3 封未读" when not given. */
  readonly countLabel?: string | undefined
  /** The count calls for attention rather than informs. */
  readonly urgent?: boolean | undefined
  /** A heading that only folds its children and cannot be opened itself. */
  readonly group?: boolean | undefined
  readonly children?: readonly TreeNode[] | undefined
}

/** A visible line of the tree. */
export interface TreeRow {
  readonly node: TreeNode
  readonly level: number
  /** Steps of indentation: headings that only group do not indent what is below them. */
  readonly depth: number
  readonly parent: string | undefined
  readonly setSize: number
  readonly position: number
  /** Undefined for a node without children. */
  readonly expanded: boolean | undefined
}

/** The lines that are in sight, in order. */
export function treeRows(
  nodes: readonly TreeNode[],
  expanded: ReadonlySet<string>,
  level = 1,
  parent?: string,
  depth = 0,
): readonly TreeRow[] {
  return nodes.flatMap((node, at) => {
    const branch = node.children !== undefined && node.children.length > 0
    const open = branch && expanded.has(node.id)
    const row: TreeRow = {
      node,
      level,
      depth,
      parent,
      setSize: nodes.length,
      position: at + 1,
      expanded: branch ? open : undefined,
    }
    return open && node.children
      ? [row, ...treeRows(node.children, expanded, level + 1, node.id, node.group ? depth : depth + 1)]
      : [row]
  })
}
