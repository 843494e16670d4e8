import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { Checkbox } from '../field/choices.tsx'
import { Icon } from '../icons/Icon.tsx'
import { useWords } from '../messages/language.ts'
import { Pager } from '../pager/Pager.tsx'
import css from './data.module.css'
import { WORDS } from './words.ts'

export interface TableSort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

export interface DataColumn<T> {
  readonly id: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** The direction of the first press on its title; without it the table is not sorted by this column. */
  readonly sort?: TableSort['direction'] | undefined
  /** Numbers, sizes and dates stand at the end of their column. */
  readonly align?: 'end' | undefined
  /** A CSS width. One column without it takes what is left. */
  readonly width?: string | undefined
  /** What the row is called by: read out with every cell of it. */
  readonly heads?: boolean | undefined
}

export interface DataTableProps<T> {
  /** What is listed, for screen readers. */
  label: string
  columns: readonly DataColumn<T>[]
  /** The rows of this page, in order: whoever gives them sorts and cuts. */
  rows: readonly T[]
  rowKey: (row: T) => string
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort) => void) | undefined
  /** Keys of the selected rows, those of other pages among them. */
  selected?: ReadonlySet<string> | undefined
  onSelect?: ((selected: ReadonlySet<string>) => void) | undefined
  /** What a row is called, for its box. */
  rowName?: ((row: T) => string) | undefined
  /** What can be done with the selected rows; it stands above the table while some are. */
  actions?: ReactNode | undefined
  /** Rows are loading: the former rows stay, in a lighter tone; without any, grey lines are shown. */
  loading?: boolean | undefined
  /** In place of rows: nothing there, or what went wrong. */
  empty?: ReactNode | undefined
  /** From 1; without it there is one page. */
  page?: number | undefined
  pages?: number | undefined
  onPage?: ((page: number) => void) | undefined
  /** A CSS length: beyond it the rows scroll below their titles. */
  maxHeight?: string | undefined
  className?: string | undefined
}

/**
 * A table of some dozens of rows a page. It is a native table: Arco's cannot be sorted by keyboard, does not announce the
 * order, and its sticky titles are a second table beside the first.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    selected,
    onSelect,
    rowName,
    actions,
    loading = false,
    empty,
    className,
  } = props
  const say = useWords(WORDS)
  const id = useId()
  const last = useRef<number>(-1)
  const keys = rows.map(rowKey)
  const here = keys.filter((key) => selected?.has(key)).length
  const selecting = selected !== undefined && onSelect !== undefined
  const width = columns.length + (selecting ? 1 : 0)

  const selectAll = (on: boolean) => {
    const next = new Set(selected)
    for (const key of keys) {
      if (on) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
  }
  /** With Shift from the box that was pressed last to this one. */
  const select = (at: number, on: boolean, range: boolean) => {
    const from = range && last.current >= 0 && last.current < keys.length ? last.current : at
    const next = new Set(selected)
    for (const key of keys.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (on) next.add(key)
      else next.delete(key)
    }
    last.current = at
    onSelect?.(next)
  }
  const shift = useRef(false)

  return (
    <div className={cx(css.table, className)}>
      {selecting && selected.size > 0 && (
        <div className={css.bar} role="toolbar" aria-label={say('chosen', { count: selected.size })}>
          <span className={css.barCount} role="status">
            {say('chosen', { count: selected.size })}
          </span>
          {actions}
          <Button size="small" variant="text" onClick={() => onSelect(new Set())}>
            {say('clear')}
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section aria-label={label} tabIndex={0} className={css.scroller} style={{ maxHeight: props.maxHeight }}>
        <table aria-busy={loading} className={css.rows}>
          <caption>
            <VisuallyHidden>{label}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {selecting && (
                <th scope="col" className={css.tick}>
                  <Checkbox
                    label={say('selectAll')}
                    hideLabel
                    checked={rows.length > 0 && here === rows.length}
                    mixed={here > 0 && here < rows.length}
                    disabled={rows.length === 0}
                    onChange={selectAll}
                  />
                </th>
              )}
              {columns.map((column) => (
                <Title key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody data-loading={loading ? '' : undefined}>
            {rows.map((row, at) => {
              const key = keys[at] ?? ''
              const chosen = selected?.has(key) ?? false
              return (
                <tr key={key} data-selected={chosen ? '' : undefined}>
                  {selecting && (
                    <td
                      className={css.tick}
                      onClickCapture={(event) => {
                        shift.current = event.shiftKey
                      }}
                    >
                      <Checkbox
                        label={say('selectRow', { name: rowName?.(row) ?? key })}
                        hideLabel
                        checked={chosen}
                        onChange={(on) => select(at, on, shift.current)}
                      />
                    </td>
                  )}
                  {columns.map(({ id: column, render, align, heads }) =>
                    heads ? (
                      <th key={column} scope="row" data-align={align}>
                        {render(row)}
                      </th>
                    ) : (
                      <td key={column} data-align={align}>
                        {render(row)}
                      </td>
                    ),
                  )}
                </tr>
              )
            })}
            {rows.length === 0 && (
              <tr>
                <td colSpan={width} className={css.nothing}>
                  {loading ? <Skeleton lines={4} /> : (empty ?? say('empty'))}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      <VisuallyHidden role="status" id={`${id}-state`}>
        {loading ? say('loading') : ''}
      </VisuallyHidden>
      {props.page !== undefined && props.pages !== undefined && props.pages > 1 && props.onPage && (
        <Pager page={props.page} pages={props.pages} onPage={props.onPage} label={say('pages')} />
      )}
    </div>
  )
}

interface TitleProps<T> {
  column: DataColumn<T>
  sort: TableSort | undefined
  onSort: ((sort: TableSort) => void) | undefined
}

const turned = (direction: TableSort['direction']) => (direction === 'ascending' ? 'descending' : 'ascending')

function Title<T>({ column, sort, onSort }: TitleProps<T>) {
  const { id, title, align, width } = column
  const first = column.sort
  const now = sort?.column === id ? sort.direction : undefined
  return (
    <th scope="col" data-align={align} style={{ width }} aria-sort={first && onSort ? (now ?? 'none') : undefined}>
      {first && onSort ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onSort({ column: id, direction: now ? turned(now) : first })}
        >
          {title}
          <span className={css.sortMark} data-now={now}>
            <Icon name={(now ?? first) === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}
