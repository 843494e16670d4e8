import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { type TreeNode, type TreeRow, treeRows } from '../foldertree/treeRows.ts'
import { isComposing } from '../hooks/isComposing.ts'
import { isLetter, useTyping } from '../hooks/useTyping.ts'
import { Icon } from '../icons/Icon.tsx'
import { findByTyping } from '../menu/entries.ts'
import css from './data.module.css'
import { checksOf, type NodeCheck, toggleCheck } from './treeChecks.ts'
import { useLineWindow } from './useLineWindow.ts'

interface Common {
  label: string
  nodes: readonly TreeNode[]
  expanded: ReadonlySet<string>
  onExpandedChange: (expanded: ReadonlySet<string>) => void
  className?: string | undefined
}

export type DataTreeProps = Common &
  (
    | {
        /** The chosen node. */
        selectedId: string | undefined
        onSelect: (id: string) => void
        checked?: undefined
        onCheck?: undefined
      }
    | {
        /** Ids of the checked leaves; a branch says what its leaves are. */
        checked: ReadonlySet<string>
        onCheck: (checked: ReadonlySet<string>) => void
        selectedId?: undefined
        onSelect?: undefined
      }
  )

const MARKS: Record<NodeCheck, 'true' | 'mixed' | 'false'> = { all: 'true', some: 'mixed', none: 'false' }

/**
 * A tree of thousands of nodes, of which one is chosen or many are checked. It is a component of our own: Arco's has no
 * keyboard, and does not announce levels and positions when it is windowed. The tree keeps the focus and names the node
 * under the cursor: arrows move, Right and Left unfold and fold, `*` unfolds all siblings, letters find, Enter or Space
 * chooses.
 */
export function DataTree(props: DataTreeProps) {
  const { label, nodes, expanded, onExpandedChange, className } = props
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  const typing = useTyping()
  const rows = useMemo(() => treeRows(nodes, expanded), [nodes, expanded])
  const [cursor, setCursor] = useState<string>()
  const found = rows.findIndex((row) => row.node.id === (cursor ?? props.selectedId))
  const at = rows.length === 0 ? -1 : Math.max(0, found)
  const { shown, lineHeight, onScroll, reveal } = useLineWindow(ref, rows.length, at)
  const { checked } = props
  const checks = useMemo(() => (checked ? checksOf(nodes, checked) : undefined), [nodes, checked])

  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[to]
    if (!row) return
    setCursor(row.node.id)
    reveal(to)
  }
  const fold = (row: TreeRow, open: boolean) => {
    const next = new Set(expanded)
    if (open) next.add(row.node.id)
    else next.delete(row.node.id)
    onExpandedChange(next)
  }
  const unfoldBeside = (row: TreeRow) => {
    const beside = rows.filter((each) => each.parent === row.parent && each.expanded !== undefined)
    onExpandedChange(new Set([...expanded, ...beside.map((each) => each.node.id)]))
  }
  const choose = (row: TreeRow) => {
    setCursor(row.node.id)
    if (props.onSelect) props.onSelect(row.node.id)
    else props.onCheck(toggleCheck(row.node, props.checked))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((ref.current?.clientHeight ?? lineHeight) / lineHeight) - 1)
    const act = new Map<string, () => unknown>([
      ['ArrowDown', () => goTo(at + 1)],
      ['ArrowUp', () => goTo(at - 1)],
      ['PageDown', () => goTo(at + page)],
      ['PageUp', () => goTo(at - page)],
      ['Home', () => goTo(0)],
      ['End', () => goTo(rows.length - 1)],
      ['ArrowRight', () => (row.expanded === false ? fold(row, true) : row.expanded && goTo(at + 1))],
      [
        'ArrowLeft',
        () =>
          row.expanded ? fold(row, false) : row.parent && goTo(rows.findIndex((each) => each.node.id === row.parent)),
      ],
      ['Enter', () => choose(row)],
      [' ', () => choose(row)],
      ['*', () => unfoldBeside(row)],
    ])
    const action = act.get(event.key)
    if (action) action()
    else if (isLetter(event)) {
      const labels = rows.map((each) => each.node.label)
      const next = findByTyping(labels, at, typing(event.key))
      if (next >= 0) goTo(next)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={ref}
      role="tree"
      aria-label={label}
      aria-multiselectable={checked ? true : undefined}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={cx(css.lines, className)}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={css.space} style={{ height: rows.length * lineHeight }} />
      {shown.map((index) => {
        const row = rows[index]
        if (!row) return null
        const { node, expanded: open, level, setSize, position, depth } = row
        const check = checks?.get(node.id)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys and keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={node.id}
            id={`${id}-${index}`}
            role="treeitem"
            aria-level={level}
            aria-setsize={setSize}
            aria-posinset={position}
            aria-expanded={open}
            aria-selected={check ? undefined : node.id === props.selectedId}
            aria-checked={check && MARKS[check]}
            data-line=""
            data-active={index === at ? '' : undefined}
            className={css.line}
            style={{
              top: index * lineHeight,
              paddingInlineStart: `calc(var(--space-1) + ${depth} * var(--space-4))`,
            }}
            onClick={() => choose(row)}
          >
            {open === undefined ? (
              <span className={css.noFold} />
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows fold and unfold
              // biome-ignore lint/a11y/noStaticElementInteractions: the same is done by the arrows
              <span
                className={css.fold}
                data-open={open ? '' : undefined}
                onClick={(event) => {
                  event.stopPropagation()
                  setCursor(node.id)
                  fold(row, !open)
                }}
              >
                <Icon name="chevron-right" size={16} />
              </span>
            )}
            {check && <Box check={check} />}
            {node.icon && <Icon name={node.icon} />}
            <span className={css.lineText}>{node.label}</span>
            {node.countLabel && <small className={css.faint}>{node.countLabel}</small>}
          </div>
        )
      })}
    </div>
  )
}

/** The picture of a box; the node itself says to a screen reader whether it is checked. */
export function Box({ check }: { check: NodeCheck }) {
  return (
    <span className={css.box} data-check={check} aria-hidden="true">
      {check !== 'none' && <Icon name={check === 'all' ? 'check' : 'minus'} size={14} />}
    </span>
  )
}
