// biome-ignore-all lint/a11y/useFocusableInteractive: the tree keeps focus and points at its active line
import { useGeneral } from '@yanshu/shell-api'
import { Avatar, Icon, RowPlaces, rowWindow, Spinner, scrollFor } from '@yanshu/ui'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './organization.module.css'
import type { OrgRow } from './orgRows.ts'

/** px, by the size of the letters. */
const ROW_HEIGHTS = { 1: 44, 2: 48, 3: 54 } as const

interface OrgTreeViewProps {
  label: string
  rows: readonly OrgRow[]
  /** Address of the person whose card is open. */
  openAddress: string
  onFold: (deptId: number, open: boolean) => void
  onOpen: (row: Extract<OrgRow, { kind: 'person' }>) => void
  onMore: (deptId: number) => void
  /** Where people are chosen: who is, by addresses in lower case, and the choice of all of a department. */
  choice?: {
    readonly chosen: ReadonlySet<string>
    readonly onAll: (deptId: number) => void
  }
}

/**
 * The organisation as a tree of any length in a constant number of elements. Focus stays on the tree: arrows move, Right
 * and Left open and close departments, Enter opens a card. Where people are chosen, Space and Enter choose a person, and
 * Space all of a department.
 */
export function OrgTreeView({ label, rows, openAddress, onFold, onOpen, onMore, choice }: OrgTreeViewProps) {
  const say = useWords()
  const { fontSize } = useGeneral()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<{ readonly key: string; readonly at: number }>()
  const [sight, setSight] = useState({ top: 0, height: 0 })
  const height = ROW_HEIGHTS[fontSize]
  const places = useMemo(() => new RowPlaces(rows.length, height), [rows.length, height])
  const found = rows.findIndex(({ key }) => key === cursor?.key)
  // The loaded rows stand where the placeholders were.
  const active = found < 0 ? Math.max(0, Math.min(cursor?.at ?? 0, rows.length - 1)) : found
  const { first, last } = rowWindow(places, sight.top, sight.height || height * 24)
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
  if (rows.length > 0 && (active < first || active > last)) drawn.push(active)

  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    setSight((now) =>
      now.top === scrollTop && now.height === clientHeight ? now : { top: scrollTop, height: clientHeight },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the tree has another length
  useLayoutEffect(look, [places])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [look])
  // Rows in sight that are not loaded yet are requested.
  const wanted = drawn.map((at) => rows[at]).find((row) => row?.kind === 'more' || row?.kind === 'waiting')
  const wantedId = wanted && 'deptId' in wanted ? wanted.deptId : undefined
  useEffect(() => {
    if (wantedId !== undefined) onMore(wantedId)
  }, [wantedId, onMore])

  const moveTo = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    const element = scroller.current
    if (!row || !element) return
    const index = rows.indexOf(row)
    setCursor({ key: row.key, at: index })
    element.scrollTop = scrollFor(places, index, element.scrollTop, element.clientHeight, 'nearest')
    look()
  }
  const press = (row: OrgRow) => {
    setCursor({ key: row.key, at: rows.indexOf(row) })
    if (row.kind === 'department') onFold(row.department.deptId, !row.open)
    else if (row.kind === 'person') onOpen(row)
    else onMore(row.deptId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(sight.height / height) - 1)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) moveTo(to)
    else if (event.key === 'ArrowRight') {
      if (row.kind === 'department' && !row.open) onFold(row.department.deptId, true)
      else if (row.kind === 'department') moveTo(active + 1)
    } else if (event.key === 'ArrowLeft') {
      if (row.kind === 'department' && row.open) onFold(row.department.deptId, false)
      else moveTo(rows.findIndex(({ key }) => key === row.parent))
    } else if (choice && event.key === ' ' && row.kind === 'department') choice.onAll(row.department.deptId)
    else if (event.key === 'Enter' || event.key === ' ') press(row)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      className={css.tree}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <div role="none" className={css.sheet} style={{ height: places.height }}>
        {drawn.map((at) => {
          const row = rows[at]
          if (!row) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree
            <div
              key={row.key}
              id={`${id}-${at}`}
              role="treeitem"
              aria-level={row.level}
              aria-setsize={row.setSize}
              aria-posinset={row.position}
              aria-expanded={row.kind === 'department' ? row.open : undefined}
              aria-selected={choice ? undefined : row.kind === 'person' && row.person.address === openAddress}
              aria-checked={choice && row.kind === 'person' ? isChosen(row, choice.chosen) : undefined}
              data-active={at === active || undefined}
              className={css.row}
              style={{
                height,
                transform: `translateY(${places.topOf(at)}px)`,
                paddingInlineStart: 12 + (row.level - 1) * 18,
              }}
              onClick={() => press(row)}
            >
              {choice && row.kind === 'person' && (
                <span className={css.tick} data-on={isChosen(row, choice.chosen) || undefined}>
                  <Icon name="check" size={14} />
                </span>
              )}
              <Line row={row} say={say} />
              {choice && row.kind === 'department' && (
                // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Space does the same
                <span
                  className={css.all}
                  title={say('pick.allOf', { count: row.all })}
                  onClick={(event) => {
                    event.stopPropagation()
                    choice.onAll(row.department.deptId)
                  }}
                >
                  <Icon name="plus" size={16} />
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const isChosen = ({ person }: Extract<OrgRow, { kind: 'person' }>, chosen: ReadonlySet<string>): boolean =>
  chosen.has(person.address.toLowerCase())

function Line({ row, say }: { row: OrgRow; say: ReturnType<typeof useWords> }) {
  if (row.kind === 'department') {
    return (
      <>
        <span className={css.fold} data-open={row.open || undefined}>
          <Icon name="chevron-right" size={14} />
        </span>
        <Icon name="department" size={18} />
        <span className={css.label}>{row.department.deptName}</span>
        <span className={css.count}>{say('org.people', { count: row.all })}</span>
      </>
    )
  }
  if (row.kind === 'person') {
    const { name, address, duties, head, partTime } = row.person
    return (
      <>
        <Avatar name={name} address={address} size={28} />
        <span className={css.label}>
          {name}
          {head && <span className={css.mark}>{say('org.head')}</span>}
          {partTime && <span className={css.mark}>{say('org.partTime')}</span>}
        </span>
        <span className={css.about}>{duties}</span>
      </>
    )
  }
  return (
    <>
      <Spinner />
      <span className={css.about}>{say('org.loading')}</span>
    </>
  )
}
