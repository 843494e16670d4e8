import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** A place in the document where the sought text stands. */
export interface FoundText {
  readonly from: number
  readonly to: number
}

/** More places are neither marked nor replaced in one step; one word of a long letter is. */
const FOUND_MAX = 2_000
/** Stands for what is in a line without being text, such as a picture: no sought text has it. */
const NO_TEXT = '\ufffc'

/** Where a text stands in the lines of a document, upper and lower case alike. It may have several formats, and ends with a line. */
export function findText(doc: Node, sought: string): FoundText[] {
  const found: FoundText[] = []
  const wanted = lowered(sought)
  if (wanted === '') return found
  doc.descendants((node, at) => {
    if (!node.isTextblock) return found.length < FOUND_MAX
    const line = lowered(node.textBetween(0, node.content.size, undefined, NO_TEXT))
    for (let place = line.indexOf(wanted); place >= 0; place = line.indexOf(wanted, place + wanted.length)) {
      if (found.length >= FOUND_MAX) return false
      const from = at + 1 + place
      found.push({ from, to: from + wanted.length })
    }
    return false
  })
  return found
}

/** Small letters where these are as long: places in the text are counted by characters. */
const lowered = (text: string): string => {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text
}

interface Search {
  readonly sought: string
  readonly found: readonly FoundText[]
}

const key = new PluginKey<Search>('find')
const NONE: Search = { sought: '', found: [] }

/** Marks the places of what is sought. @param className how they look */
export const findPlugin = (className: string): Plugin =>
  new Plugin<Search>({
    key,
    state: {
      init: () => NONE,
      apply(tr, before) {
        const sought = tr.getMeta(key) as string | undefined
        if (sought === undefined && !tr.docChanged) return before
        const next = sought ?? before.sought
        return next === '' ? NONE : { sought: next, found: findText(tr.doc, next) }
      },
    },
    props: {
      decorations(state) {
        const found = key.getState(state)?.found ?? []
        if (found.length === 0) return null
        return DecorationSet.create(
          state.doc,
          found.map(({ from, to }) => {
            // The browser does not show the selection while the focus is in the field of what is sought.
            const isSelected = state.selection.from === from && state.selection.to === to
            return Decoration.inline(from, to, { class: className, ...(isSelected ? { 'data-selected': '' } : {}) })
          }),
        )
      },
    },
  })

/** What is sought, and which of its places is selected, from 1; 0 where none is. */
export function searchOf(state: EditorState): { readonly count: number; readonly at: number } {
  const { found } = key.getState(state) ?? NONE
  const { from, to } = state.selection
  return { count: found.length, at: found.findIndex((one) => one.from === from && one.to === to) + 1 }
}

/** Seeks a text; '' ends it. */
export const seek =
  (sought: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setMeta(key, sought))
    return true
  }

/** Selects the next place behind the selection, or the one before it, around the ends of the text. */
export const toNext =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const { found } = key.getState(state) ?? NONE
    const { from, to } = state.selection
    const at = step > 0 ? found.find((one) => one.from >= to) : found.findLast((one) => one.to <= from)
    const next = at ?? found.at(step > 0 ? 0 : -1)
    if (!next) return false
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, next.from, next.to)).scrollIntoView())
    return true
  }

/** Writes another text in the place that is selected, and goes on to the next one; where none is selected it goes there. */
export const replaceFound =
  (text: string): Command =>
  (state, dispatch) => {
    const { found } = key.getState(state) ?? NONE
    const { at } = searchOf(state)
    const place = found[at - 1]
    if (!place) return toNext(1)(state, dispatch)
    const tr = closeHistory(state.tr)
    if (text === '') tr.delete(place.from, place.to)
    else tr.insertText(text, place.from, place.to)
    const behind = place.from + text.length
    const next = findText(tr.doc, key.getState(state)?.sought ?? '').find((one) => one.from >= behind)
    const [from, to] = next ? [next.from, next.to] : [behind, behind]
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from, to)).scrollIntoView())
    return true
  }

/** Writes another text in all places; one step to undo. */
export const replaceAllFound =
  (text: string): Command =>
  (state, dispatch) => {
    const { found } = key.getState(state) ?? NONE
    if (found.length === 0) return false
    const tr = closeHistory(state.tr)
    for (const { from, to } of found.toReversed()) {
      if (text === '') tr.delete(from, to)
      else tr.insertText(text, from, to)
    }
    dispatch?.(tr)
    return true
  }

/** How long a text is: Chinese characters and other words, and all characters without the ends of lines. */
export function lengthOf(text: string): { readonly words: number; readonly signs: number } {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const others = text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? []
  const words = others.flatMap((one) => one.split(/\p{Script=Han}+/u)).filter((one) => one !== '').length
  return { words: han + words, signs: [...text.replaceAll('\n', '')].length }
}
