import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { closeHistory, history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Slice } from 'prosemirror-model'
import { splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, Selection } from 'prosemirror-state'
import { columnResizing, goToNextCell, tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { aroundTables, toEnd } from './aroundTables.ts'
import { commands, type Facts, factsOf } from './commands.ts'
import { findPlugin } from './findText.ts'
import { mailHtml, mailSerializer } from './mailSerializer.ts'
import { LetterParser } from './parseLetter.ts'
import { linesOf, type PasteWishes, pasteRules } from './pasteRules.ts'
import { Pictures, type PictureWishes } from './pictures.ts'
import { schema } from './schema.ts'
import { setSignature, signatureKey } from './signatures.ts'

export interface EditorWishes extends PasteWishes {
  /** Cleaned HTML to begin with. */
  readonly html: string
  readonly pictures: PictureWishes
  readonly attributes: Readonly<Record<string, string>>
  /** How text is shown that was inserted as marked, and what a screen reader reads for it. */
  readonly inserted: { readonly className: string; readonly description: string }
  /** The text changed. */
  readonly onChange: () => void
  /** What the tools show changed. */
  readonly onFacts: (facts: Facts) => void
  /** The writer asks for the link's panel (Mod+K). */
  readonly onLink: () => void
  /** The writer asks for finding and replacing (Mod+Shift+H); left out where that is not offered. */
  readonly onFind?: (() => void) | undefined
  /** How the places of what is sought look. */
  readonly foundClass?: string | undefined
  /** The writer sends (Control or Command with Enter), as everywhere on the screen. */
  readonly onSend: () => void
  /** The text keeps no alignment and no indented lines: no key makes them. */
  readonly structureOnly?: boolean
}

/** The editor of a letter, as the screen uses it. */
export interface LetterEditor {
  /** The text as mail HTML. */
  html(): string
  /** The words alone. */
  text(): string
  facts(): Facts
  run(command: Command): void
  /** The same without the cursor: what is typed beside the text keeps it. */
  apply(command: Command): void
  /** What is selected of the words. */
  selectedText(): string
  /** Calls back after each change of the text or of what is selected; answers how to end that. */
  onText(changed: () => void): () => void
  /** Replaces everything by cleaned HTML; one step to undo. */
  exchange(html: string): void
  /** Replaces everything; cleaned HTML. */
  setHtml(html: string): void
  /** Appends cleaned HTML behind everything. */
  append(html: string): void
  /** Inserts text in place of what is selected, or at the caret; one step to undo. `marked` keeps it marked for the writer. */
  insertText(text: string, marked?: boolean): void
  /** Removes the marks of inserted text; the text stays. */
  clearMarks(): void
  /** Inserts cleaned HTML in place of what is selected, or at the caret; one step to undo. */
  insertHtml(html: string): void
  /** What the standing signature is called; null where none stands. */
  signature(): string | null
  /** Exchanges the signature, or removes it; what was typed stays. One step to undo. */
  setSignature(next: { readonly key: string; readonly html: string } | null): void
  insertPictures(files: readonly File[], at?: { readonly left: number; readonly top: number }): void
  focus(where?: 'start' | 'end'): void
  /** Renames the field for screen readers. */
  setLabel(label: string): void
  destroy(): void
}

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab moves inside lists and tables only; elsewhere it leaves the text, as it leaves every field. */
const tab: Command = (state, dispatch) => {
  const facts = factsOf(state)
  if (facts.table) return goToNextCell(1)(state, dispatch)
  return facts.list !== null && commands.indent(state, dispatch)
}
const backTab: Command = (state, dispatch) => {
  const facts = factsOf(state)
  if (facts.table) return goToNextCell(-1)(state, dispatch)
  return facts.list !== null && commands.outdent(state, dispatch)
}

/** Points of a list move in and out; other lines stay where they are, and the browser keeps the key to itself. */
const inLists =
  (command: Command): Command =>
  (state, dispatch) =>
    factsOf(state).list === null || command(state, dispatch)

const keys = ({
  onLink,
  onSend,
  onFind,
  structureOnly,
}: Pick<EditorWishes, 'onLink' | 'onSend' | 'onFind' | 'structureOnly'>) => ({
  'Mod-z': commands.undo,
  'Mod-y': commands.redo,
  'Mod-Shift-z': commands.redo,
  'Mod-b': commands.bold,
  'Mod-i': commands.italic,
  'Mod-u': commands.underline,
  'Mod-Shift-x': commands.strike,
  'Mod-Shift-8': commands.bulletList,
  'Mod-Shift-7': commands.numberList,
  'Mod-Shift-9': commands.quote,
  'Mod-[': structureOnly ? inLists(commands.outdent) : commands.outdent,
  'Mod-]': structureOnly ? inLists(commands.indent) : commands.indent,
  'Mod-\\': commands.clearFormat,
  ...(structureOnly
    ? {}
    : {
        'Mod-Shift-l': commands.align('left'),
        'Mod-Shift-e': commands.align('center'),
        'Mod-Shift-r': commands.align('right'),
      }),
  ...(onFind
    ? {
        'Mod-Shift-h': () => {
          onFind()
          return true
        },
      }
    : {}),
  'Mod-k': () => {
    onLink()
    return true
  },
  // The keymap of the library would leave a block with it, and the shortcut of the screen would never see it.
  'Ctrl-Enter': () => {
    onSend()
    return true
  },
  'Meta-Enter': () => {
    onSend()
    return true
  },
  'Ctrl-End': toEnd,
  'Cmd-ArrowDown': toEnd,
  Enter: splitListItem(schema.nodes.list_item),
  'Shift-Enter': lineBreak,
  Tab: tab,
  'Shift-Tab': backTab,
})

/** What one of the facts is; that of the search has two parts. */
const isSame = (one: Facts[keyof Facts], other: Facts[keyof Facts]): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one?.count === other?.count && one?.at === other?.at)

/** Makes the editor in an element. ProseMirror lets the browser compose and reads the result, so input methods work. */
export function createEditor(place: HTMLElement, wishes: EditorWishes): LetterEditor {
  const parser = new LetterParser(wishes.window)
  const pictures = new Pictures(wishes.pictures)
  const plugins = [
    pasteRules(pictures, wishes),
    pictures.plugin(),
    history(),
    keymap(keys(wishes)),
    keymap(baseKeymap),
    columnResizing({ handleWidth: 5, cellMinWidth: 40 }),
    tableEditing(),
    aroundTables(),
    dropCursor({ color: 'currentColor', width: 2 }),
    gapCursor(),
    findPlugin(wishes.foundClass ?? ''),
  ]
  const stateOf = (html: string) => EditorState.create({ doc: parser.parseHtml(html), plugins })
  const listeners = new Set<() => void>()
  let facts: Facts | null = null
  const updateFacts = (state: EditorState) => {
    const next = factsOf(state)
    const before = facts
    const names = Object.keys(next) as (keyof Facts)[]
    if (before && names.every((name) => isSame(before[name], next[name]))) return
    facts = next
    wishes.onFacts(next)
  }
  const view = new EditorView(place, {
    state: stateOf(wishes.html),
    attributes: wishes.attributes,
    clipboardParser: parser,
    clipboardSerializer: mailSerializer,
    markViews: {
      inserted() {
        const dom = document.createElement('mark')
        dom.className = wishes.inserted.className
        dom.setAttribute('aria-description', wishes.inserted.description)
        return { dom, contentDOM: dom }
      },
    },
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction)
      view.updateState(state)
      updateFacts(state)
      if (transaction.docChanged) wishes.onChange()
      for (const changed of listeners) changed()
    },
  })
  updateFacts(view.state)

  return {
    html: () => mailHtml(view.state.doc, document),
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n', ' '),
    facts: () => facts ?? factsOf(view.state),
    run(command) {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    apply(command) {
      if (!view.isDestroyed) command(view.state, view.dispatch, view)
    },
    selectedText() {
      const { from, to } = view.state.selection
      return view.state.doc.textBetween(from, to, '\n', ' ')
    },
    onText(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    exchange(html) {
      const { doc, tr } = view.state
      view.dispatch(closeHistory(tr).replaceWith(0, doc.content.size, parser.parseHtml(html).content))
      view.focus()
    },
    setHtml(html) {
      view.updateState(stateOf(html))
      updateFacts(view.state)
      wishes.onChange()
    },
    append(html) {
      const { content } = parser.parseHtml(html)
      view.dispatch(view.state.tr.insert(view.state.doc.content.size, content))
    },
    insertText(text, marked = false) {
      const slice = linesOf(text)
      const single = slice.content.childCount <= 1
      // What was typed just before stays when the insertion is undone.
      const tr = closeHistory(view.state.tr)
      const { from, to } = tr.selection
      if (single) tr.insertText(text)
      else tr.replaceSelection(new Slice(slice.content, slice.openStart, slice.openEnd))
      const end = tr.mapping.map(to)
      // Text that is put into a marked one would take its mark.
      if (marked) tr.addMark(from, end, schema.marks.inserted.create())
      else tr.removeMark(from, end, schema.marks.inserted)
      view.dispatch(tr.scrollIntoView())
    },
    clearMarks() {
      const tr = view.state.tr.removeMark(0, view.state.doc.content.size, schema.marks.inserted)
      if (tr.docChanged) view.dispatch(tr)
    },
    insertHtml(html) {
      const { content } = parser.parseHtml(html)
      view.dispatch(closeHistory(view.state.tr).replaceSelection(Slice.maxOpen(content)).scrollIntoView())
    },
    signature: () => signatureKey(view.state.doc),
    setSignature(next) {
      const content = next && parser.parseHtml(next.html).content
      view.dispatch(closeHistory(setSignature(view.state, next && content ? { key: next.key, content } : null)))
    },
    insertPictures(files, at) {
      const place = at && view.posAtCoords(at)?.pos
      pictures.insert(view, files, place)
      view.focus()
    },
    focus(where) {
      if (where) {
        const { doc, tr } = view.state
        view.dispatch(tr.setSelection(where === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc)))
      }
      view.focus()
    },
    setLabel: (label) => view.setProps({ attributes: { ...wishes.attributes, 'aria-label': label } }),
    destroy: () => view.destroy(),
  }
}
