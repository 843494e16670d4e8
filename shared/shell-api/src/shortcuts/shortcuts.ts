import { useLayoutEffect, useRef } from 'react'
import { matches, parseKeys, type Stroke } from './keys.ts'

export interface Shortcut {
  /** `j`, `Shift+R`, `Mod+K`, `g i`. */
  readonly keys: string
  /** What it does and where it belongs, for the help sheet and the palette; in the user's language. */
  readonly label: string
  readonly group: string
  run(event: KeyboardEvent): void
  /** Whether it applies now. */
  when?(): boolean
  /** Also while a field or something in a dialog has the focus. */
  readonly allowInInput?: boolean
}

/** Whether shortcuts that begin with a plain character apply; users may switch them off (WCAG 2.1.4). */
let singleKeys = true

/** Switches shortcuts of a single character on or off; keys such as Enter or Delete, and those with Control, stay. */
export const setSingleKeys = (on: boolean): void => {
  singleKeys = on
}

const isOff = ([first]: readonly Stroke[]): boolean =>
  !singleKeys && first !== undefined && first.key.length === 1 && !first.mod && !first.alt

/** The second key of a sequence is pressed within this time, however late a busy page handles the key. */
const SEQUENCE_MS = 1_200

interface Entry {
  readonly shortcut: () => Shortcut | undefined
  readonly strokes: readonly Stroke[]
}

let groups: readonly (readonly Entry[])[] = []
/** Entries that match what has been typed of a sequence, and how much that was. */
let waiting: { entries: readonly Entry[]; typed: number; until: number } | null = null

/** Where letters are text, and dialogs, behind which nothing must be acted on. */
const KEEPS_KEYS =
  'textarea,select,input:not([type=checkbox],[type=radio],[type=range],[type=color],[type=file]),[aria-modal=true],[aria-modal=true] *'

/** Whether only shortcuts apply that say so. */
const keepsKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(KEEPS_KEYS))

/** While an input method composes, keys are part of the word. Some browsers send key code 229 instead of `isComposing`. */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const kept = keepsKeys(event.target)
  const follows = waiting && waiting.until > event.timeStamp ? waiting : null
  waiting = null
  // The shortcuts that were added last belong to the view in front and take precedence.
  const all = follows?.entries ?? groups.toReversed().flat()
  const typed = follows?.typed ?? 0
  const fitting = all.filter((entry) => {
    const shortcut = entry.shortcut()
    const stroke = entry.strokes[typed]
    if (!shortcut || !stroke || isOff(entry.strokes) || (kept && !shortcut.allowInInput)) return false
    return matches(stroke, event) && (shortcut.when?.() ?? true)
  })
  const complete = fitting.find((entry) => entry.strokes.length === typed + 1)
  if (complete) {
    event.preventDefault()
    complete.shortcut()?.run(event)
    return
  }
  if (fitting.length > 0) {
    event.preventDefault()
    waiting = { entries: fitting, typed: typed + 1, until: event.timeStamp + SEQUENCE_MS }
    return
  }
  // A key that does not continue the sequence may begin another one.
  if (follows) onKeyDown(event)
}

/** Adds shortcuts outside of React. `newest` is asked at every press. Returns how to remove them. */
export function addShortcuts(list: readonly Shortcut[], newest: () => readonly Shortcut[] = () => list): () => void {
  const mine: readonly Entry[] = list.map((shortcut, index) => ({
    strokes: parseKeys(shortcut.keys),
    shortcut: () => newest()[index],
  }))
  if (groups.length === 0) window.addEventListener('keydown', onKeyDown)
  groups = [...groups, mine]
  return () => {
    groups = groups.filter((group) => group !== mine)
    // When a view goes between the two keys of a sequence, only its own entries are removed.
    if (waiting) waiting = { ...waiting, entries: waiting.entries.filter((entry) => !mine.includes(entry)) }
    if (groups.length === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

/**
 * Adds shortcuts while the component is there and `active`. The list may be made anew in every render;
 * it is registered again only when its keys change. A key counts as soon as the component can be seen.
 */
export function useShortcuts(list: readonly Shortcut[], active: boolean): void {
  const newest = useRef(list)
  useLayoutEffect(() => {
    newest.current = list
  })
  const keys = list.map((shortcut) => shortcut.keys).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say when the list is another one
  useLayoutEffect(() => {
    if (!active) return
    return addShortcuts(newest.current, () => newest.current)
  }, [keys, active])
}

/** Every shortcut that is registered and applies now, for the help sheet and the palette. */
export function listShortcuts(): readonly Shortcut[] {
  const seen = new Set<string>()
  return groups
    .toReversed()
    .flat()
    .flatMap((entry) => entry.shortcut() ?? [])
    .filter((shortcut) => {
      if (seen.has(shortcut.keys) || !(shortcut.when?.() ?? true)) return false
      seen.add(shortcut.keys)
      return true
    })
}
