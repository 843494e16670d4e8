import { GapCursor } from 'prosemirror-gapcursor'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { schema } from './schema.ts'

/** Inserts an empty line at a place between blocks and sets the caret in it. */
function lineAt(tr: Transaction, place: number): Transaction {
  tr.insert(place, schema.nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, place + 1))
}

/** Text at the gap cursor gets a line of its own there, in one step. Null where there is no gap cursor. */
export function typeInGap({ selection, tr }: EditorState, text: string): Transaction | null {
  if (!(selection instanceof GapCursor)) return null
  return lineAt(tr, selection.head).insertText(text).scrollIntoView()
}

/** Leaves the outermost table that the caret is in: to the text below it, which is made where there is none. */
export function leaveTable({ selection: { $head }, tr }: Pick<EditorState, 'selection' | 'tr'>): Transaction | null {
  const depth = Array.from({ length: $head.depth }, (_, index) => index + 1).find(
    (one) => $head.node(one).type === schema.nodes.table,
  )
  if (depth === undefined) return null
  const below = $head.after(depth)
  const next = tr.doc.resolve(below).nodeAfter
  return next?.isTextblock ? tr.setSelection(TextSelection.create(tr.doc, below + 1)) : lineAt(tr, below)
}

/**
 * To the end of the letter: a line of text, also below a table that ends it. Where the caret is outside tables and a line of
 * text ends the letter, the browser does it.
 */
export const toEnd: Command = (state, dispatch) => {
  const { doc, tr } = state
  const endsWithText = doc.lastChild?.isTextblock === true
  if (endsWithText && !isInTable(state)) return false
  if (endsWithText) tr.setSelection(TextSelection.create(tr.doc, doc.content.size - 1))
  else lineAt(tr, doc.content.size)
  dispatch?.(tr.scrollIntoView())
  return true
}

/**
 * Text beside tables. Where no line of text is, the library reads what the browser has written into the page, and the
 * browser writes into the table: a full stop of an input method, which comes without a composition, tears it. So such text
 * is put in by a step of the editor. And below a table that was pasted the writer goes on: the caret leaves it.
 */
export const aroundTables = (): Plugin =>
  new Plugin({
    key: new PluginKey('around tables'),
    props: {
      handleTextInput(view, _from, _to, text) {
        const tr = typeInGap(view.state, text)
        if (tr) view.dispatch(tr)
        return tr !== null
      },
      handleDOMEvents: {
        beforeinput(view, event) {
          const { data, inputType, isComposing } = event
          if (!data || isComposing || !/^insert(?:Text|ReplacementText|FromComposition)$/.test(inputType)) return false
          if (view.state.selection instanceof TextSelection) return false
          event.preventDefault()
          view.dispatch(typeInGap(view.state, data) ?? view.state.tr.insertText(data).scrollIntoView())
          return true
        },
      },
    },
    appendTransaction(transactions, before, now) {
      if (!transactions.some((tr) => tr.getMeta('paste')) || isInTable(before) || !isInTable(now)) return null
      return leaveTable(now)?.scrollIntoView() ?? null
    },
  })
