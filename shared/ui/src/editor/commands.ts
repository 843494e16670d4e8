import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from 'prosemirror-tables'
import { liftTarget } from 'prosemirror-transform'
import { searchOf } from './findText.ts'
import { type Alignment, INDENT_MAX, schema } from './schema.ts'

const { nodes, marks } = schema

/** What the tools show of the place where the cursor is. */
export interface Facts {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly font: string | null
  readonly size: string | null
  readonly color: string | null
  readonly highlight: string | null
  readonly link: string | null
  readonly align: Alignment | null
  readonly heading: number
  readonly list: 'bullet' | 'number' | null
  readonly quote: boolean
  readonly table: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly empty: boolean
  /** What is sought in the text: in how many places it stands, and which of them is selected, from 1. */
  readonly search: { readonly count: number; readonly at: number }
}

function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection
  return empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, type)
}

function markValue(state: EditorState, type: MarkType, name: string): string | null {
  const { from, to, empty, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks())?.attrs[name] ?? null
  let found: string | null = null
  state.doc.nodesBetween(from, to, (node) => {
    found ??= type.isInSet(node.marks)?.attrs[name] ?? null
  })
  return found
}

function within(state: EditorState, ...types: NodeType[]): NodeType | null {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth)
    if (types.includes(type)) return type
  }
  return null
}

export function factsOf(state: EditorState): Facts {
  const block = state.selection.$from.parent
  const list = within(state, nodes.bullet_list, nodes.ordered_list)
  return {
    bold: hasMark(state, marks.strong),
    italic: hasMark(state, marks.em),
    underline: hasMark(state, marks.underline),
    strike: hasMark(state, marks.strike),
    font: markValue(state, marks.font_family, 'value'),
    size: markValue(state, marks.font_size, 'value'),
    color: markValue(state, marks.color, 'value'),
    highlight: markValue(state, marks.highlight, 'value'),
    link: markValue(state, marks.link, 'href'),
    align: block.attrs.align ?? null,
    heading: block.type === nodes.heading ? block.attrs.level : 0,
    list: list === nodes.bullet_list ? 'bullet' : list === nodes.ordered_list ? 'number' : null,
    quote: within(state, nodes.blockquote) !== null,
    table: isInTable(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    empty: isEmpty(state),
    search: searchOf(state),
  }
}

/** Whether nothing was written: one line without a sign. */
export const isEmpty = ({ doc }: EditorState): boolean =>
  doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.firstChild.content.size === 0

/** Gives the selection, or what is typed next, one value of a mark; null removes it. */
function setMark(type: MarkType, value: string | null): Command {
  return (state, dispatch) => {
    const { ranges, empty } = state.selection
    const tr = state.tr
    if (empty && !(state.selection instanceof CellSelection)) {
      tr.removeStoredMark(type)
      if (value !== null) tr.addStoredMark(type.create({ value }))
    } else {
      for (const { $from, $to } of ranges) {
        tr.removeMark($from.pos, $to.pos, type)
        if (value !== null) tr.addMark($from.pos, $to.pos, type.create({ value }))
      }
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Changes attributes of every line the selection touches. */
function setLines(change: (attrs: Readonly<Record<string, unknown>>) => Record<string, unknown>): Command {
  return (state, dispatch) => {
    const tr = state.tr
    for (const { $from, $to } of state.selection.ranges) {
      state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
        if (node.type !== nodes.paragraph && node.type !== nodes.heading) return
        tr.setNodeMarkup(at, null, { ...node.attrs, ...change(node.attrs) })
      })
    }
    if (!tr.docChanged) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

const indentBy = (step: 1 | -1): Command =>
  setLines(({ indent }) => ({ indent: Math.max(0, Math.min(INDENT_MAX, Number(indent) + step)) }))

function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const now = within(state, nodes.bullet_list, nodes.ordered_list)
    if (now === type) return liftListItem(nodes.list_item)(state, dispatch)
    if (!now) return wrapInList(type)(state, dispatch)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      if ($from.node(depth).type !== now) continue
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
      return true
    }
    return false
  }
}

const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  if (!within(state, nodes.blockquote)) return wrapIn(nodes.blockquote)(state, dispatch)
  const range = $from.blockRange($to, (node) => node.type === nodes.blockquote)
  const target = range && liftTarget(range)
  if (!range || target === null || target === undefined) return false
  dispatch?.(state.tr.lift(range, target).scrollIntoView())
  return true
}

/** Marks with a meaning beyond formatting. */
const NO_LOOKS: readonly MarkType[] = [marks.link, marks.inserted]

/** Removes all formatting from the selection, or from the line when nothing is selected. Links stay. */
const clearFormat: Command = (state, dispatch) => {
  const tr = state.tr
  const { empty, $from } = state.selection
  const ranges = empty
    ? [{ from: $from.start(), to: $from.end() }]
    : state.selection.ranges.map(({ $from: a, $to: b }) => ({ from: a.pos, to: b.pos }))
  for (const { from, to } of ranges) {
    for (const type of Object.values(marks)) if (!NO_LOOKS.includes(type)) tr.removeMark(from, to, type)
    state.doc.nodesBetween(from, to, (node, at) => {
      if (node.type === nodes.paragraph || node.type === nodes.heading) {
        tr.setNodeMarkup(at, nodes.paragraph, { align: null, indent: 0 })
      }
    })
  }
  tr.setStoredMarks([])
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Links the selection, or writes the address as a link; an empty address removes the link. */
export function setLink(href: string, text?: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const tr = state.tr
    if (!href) {
      const [start, end] = empty ? linkAround(state) : [from, to]
      tr.removeMark(start, end, marks.link)
    } else {
      const mark = marks.link.create({ href })
      const [start, end] = empty ? linkAround(state) : [from, to]
      if (start === end) tr.replaceSelectionWith(schema.text(text || href, [mark]), false)
      else tr.removeMark(start, end, marks.link).addMark(start, end, mark)
    }
    tr.removeStoredMark(marks.link)
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** From where to where the link at the cursor reaches. */
function linkAround(state: EditorState): [number, number] {
  const { $from } = state.selection
  const mark = marks.link.isInSet($from.marks())
  if (!mark) return [$from.pos, $from.pos]
  let [start, end] = [$from.pos, $from.pos]
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset
    if (mark.isInSet(node.marks) && at <= $from.pos && at + node.nodeSize >= $from.pos)
      [start, end] = [at, at + node.nodeSize]
  })
  return [start, end]
}

function insertTable(rows: number, columns: number): Command {
  return (state, dispatch) => {
    const row = () =>
      nodes.table_row.create(
        null,
        Array.from({ length: columns }, () => nodes.table_cell.createAndFill()).filter((cell) => cell !== null),
      )
    const table = nodes.table.create(null, Array.from({ length: rows }, row))
    const tr = state.tr.replaceSelectionWith(table)
    const at = tr.doc.resolve(Math.min(tr.doc.content.size, state.selection.from + 3))
    dispatch?.(tr.setSelection(TextSelection.near(at)).scrollIntoView())
    return true
  }
}

const setHeading = (level: number): Command =>
  level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level })

const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView())
  return true
}

/** Everything the tools and keys can do. */
export const commands = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  underline: toggleMark(marks.underline),
  strike: toggleMark(marks.strike),
  font: (family: string | null) => setMark(marks.font_family, family),
  size: (value: string | null) => setMark(marks.font_size, value),
  color: (value: string | null) => setMark(marks.color, value),
  highlight: (value: string | null) => setMark(marks.highlight, value),
  align: (align: Alignment) => setLines(() => ({ align: align === 'left' ? null : align })),
  indent: ((state, dispatch) =>
    sinkListItem(nodes.list_item)(state, dispatch) || indentBy(1)(state, dispatch)) as Command,
  outdent: ((state, dispatch) =>
    within(state, nodes.list_item) !== null
      ? liftListItem(nodes.list_item)(state, dispatch)
      : indentBy(-1)(state, dispatch)) as Command,
  heading: setHeading,
  bulletList: toggleList(nodes.bullet_list),
  numberList: toggleList(nodes.ordered_list),
  quote: toggleQuote,
  rule: insertRule,
  clearFormat,
  undo,
  redo,
  link: setLink,
  insertTable,
  rowAfter: addRowAfter,
  columnAfter: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
  mergeCells,
  splitCell,
  headerRow: toggleHeaderRow,
} as const

/** An address as it can be linked: with its scheme; '' when it is none. */
export function linkAddress(typed: string): string {
  const text = typed.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:?#]\S*)?$/u.test(text) ? `https://${text}` : ''
}
