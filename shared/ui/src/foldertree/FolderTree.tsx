import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Badge, labelColor } from '../chip/Chip.tsx'
import { cx } from '../cx.ts'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { isLetter, useTyping } from '../hooks/useTyping.ts'
import { Icon } from '../icons/Icon.tsx'
import { findByTyping } from '../menu/entries.ts'
import { useSay } from '../messages/language.ts'
import { Tooltip } from '../popover/Tooltip.tsx'
import css from './FolderTree.module.css'
import { type TreeNode, type TreeRow, treeRows } from './treeRows.ts'

/** What a drop on the node under the pointer would do. */
export type DropVerdict = 'allow' | 'same-folder' | 'refused'

export interface FolderTreeProps {
  label: string
  nodes: readonly TreeNode[]
  /** The open place. */
  selectedId: string | undefined
  onSelect: (id: string) => void
  /** Called when the button of the mouse goes down on a place, before it is a click: what the place needs may be asked for. */
  onPress?: ((id: string) => void) | undefined
  expanded: ReadonlySet<string>
  onExpandedChange: (expanded: ReadonlySet<string>) => void
  /** Icons and dots only, 56 px wide. */
  collapsed?: boolean | undefined
  onContextMenu?: ((id: string, point: { x: number; y: number }) => void) | undefined
  /** Buttons at the end of a line, in sight on hover. Give them `tabIndex={-1}`: the context menu is their keyboard way. */
  renderActions?: ((node: TreeNode) => ReactNode) | undefined
  /** While mails are dragged: the node under the pointer and what a drop would do. Nodes carry `data-drop-id`. */
  drop?: { readonly id: string; readonly verdict: DropVerdict } | undefined
  className?: string | undefined
}

/** The tree of folders and labels: arrows move, Right and Left unfold and fold, Enter opens, letters find. */
export function FolderTree({
  label,
  nodes,
  selectedId,
  onSelect,
  onPress,
  expanded,
  onExpandedChange,
  collapsed = false,
  onContextMenu,
  renderActions,
  drop,
  className,
}: FolderTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const typing = useTyping()
  const rows = treeRows(nodes, expanded)
  const [cursor, setCursor] = useState<string>()
  const folds = rows.some((row) => row.expanded !== undefined && !row.node.group)
  const inSight = (id: string | undefined) => rows.some((row) => row.node.id === id)
  const current = inSight(cursor) ? cursor : inSight(selectedId) ? selectedId : rows[0]?.node.id

  const focus = (row: TreeRow | undefined) => {
    if (!row) return
    setCursor(row.node.id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus()
  }
  const fold = (row: TreeRow, open: boolean) => {
    const next = new Set(expanded)
    if (open) next.add(row.node.id)
    else next.delete(row.node.id)
    onExpandedChange(next)
  }
  const open = (row: TreeRow) => {
    setCursor(row.node.id)
    if (row.node.group) fold(row, !row.expanded)
    else onSelect(row.node.id)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const row = rows[at]
    if (!row || isComposing(event) || event.target !== event.currentTarget) return
    if (event.key === 'ArrowDown') focus(rows[at + 1])
    else if (event.key === 'ArrowUp') focus(rows[at - 1])
    else if (event.key === 'Home') focus(rows[0])
    else if (event.key === 'End') focus(rows.at(-1))
    else if (event.key === 'ArrowRight') {
      if (row.expanded === false) fold(row, true)
      else if (row.expanded) focus(rows[at + 1])
    } else if (event.key === 'ArrowLeft') {
      if (row.expanded) fold(row, false)
      else focus(rows.find((each) => each.node.id === row.parent))
    } else if (event.key === 'Enter' || event.key === ' ') open(row)
    else if (isLetter(event)) {
      const found = findByTyping(
        rows.map((each) => each.node.label),
        at,
        typing(event.key),
      )
      if (found < 0) return
      focus(rows[found])
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      className={cx(css.tree, className)}
      data-collapsed={collapsed || undefined}
    >
      {rows.map((row, at) => (
        <Tooltip key={row.node.id} text={collapsed ? row.node.label : ''} placement="right-start" redundant>
          <div
            role="treeitem"
            data-node={row.node.id}
            data-drop-id={row.node.group ? undefined : row.node.id}
            data-drop={drop?.id === row.node.id ? drop.verdict : undefined}
            aria-level={row.level}
            aria-setsize={row.setSize}
            aria-posinset={row.position}
            aria-expanded={row.expanded}
            aria-selected={row.node.id === selectedId}
            tabIndex={row.node.id === current ? 0 : -1}
            className={css.node}
            data-group={row.node.group || undefined}
            style={{ paddingInlineStart: collapsed ? undefined : 8 + row.depth * 16 }}
            onPointerDown={({ pointerType, button }) => {
              // A finger that goes down may scroll.
              if (pointerType === 'mouse' && button === 0 && !row.node.group) onPress?.(row.node.id)
            }}
            onClick={() => open(row)}
            onKeyDown={(event) => onKeyDown(event, at)}
            onFocus={(event) => event.target === event.currentTarget && setCursor(row.node.id)}
            onContextMenu={(event) => {
              if (!onContextMenu || row.node.group) return
              event.preventDefault()
              const box = event.currentTarget.getBoundingClientRect()
              const mouse = event.button === 2
              onContextMenu(
                row.node.id,
                mouse ? { x: event.clientX, y: event.clientY } : { x: box.left + 24, y: box.bottom },
              )
            }}
          >
            <Line
              row={row}
              collapsed={collapsed}
              folds={folds}
              onFold={() => fold(row, !row.expanded)}
              actions={renderActions?.(row.node)}
            />
          </div>
        </Tooltip>
      ))}
    </div>
  )
}

interface LineProps {
  row: TreeRow
  collapsed: boolean
  /** Leaves keep room for the arrow that their neighbours have. */
  folds: boolean
  onFold: () => void
  actions: ReactNode
}

function Line({ row: { node, expanded }, collapsed, folds, onFold, actions }: LineProps) {
  const say = useSay()
  const count = node.count ?? 0
  const countLabel = node.countLabel ?? say('unread', { count })
  return (
    <>
      {!collapsed && (folds || expanded !== undefined) && (
        <span
          aria-hidden="true"
          className={css.fold}
          data-open={expanded || undefined}
          onClick={(event) => {
            if (expanded === undefined) return
            event.stopPropagation()
            onFold()
          }}
        >
          {expanded !== undefined && <Icon name="chevron-right" size={14} />}
        </span>
      )}
      {node.icon && <Icon name={node.icon} size={18} className={css.icon} />}
      {node.color !== undefined && <span className={css.dot} style={{ color: labelColor(node.color) }} />}
      {collapsed ? <VisuallyHidden>{node.label}</VisuallyHidden> : <span className={css.label}>{node.label}</span>}
      {collapsed && count > 0 && (
        <span className={css.mark}>
          <VisuallyHidden>{countLabel}</VisuallyHidden>
        </span>
      )}
      {!collapsed && (
        <span className={css.end} data-actions={actions ? '' : undefined}>
          <Badge count={count} label={countLabel} tone={node.urgent ? 'danger' : 'quiet'} className={css.count} />
          {actions && (
            // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses on the buttons from opening the place
            <span
              className={css.actions}
              onClick={(event) => event.stopPropagation()}
              onKeyDown={(event) => event.stopPropagation()}
            >
              {actions}
            </span>
          )}
        </span>
      )}
    </>
  )
}
