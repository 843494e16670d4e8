import type { KeptEntry } from './letterJournal.ts'

/** What of the journal belongs to a tab that opens. */
export type Found =
  | { readonly kind: 'nothing' }
  /** Work that the server does not have. */
  | { readonly kind: 'unsaved'; readonly entry: KeptEntry }
  /** The server has everything; the draft is to be opened. */
  | { readonly kind: 'saved'; readonly entry: KeptEntry; readonly mailId: number }

export interface Opening {
  readonly route: string
  /** The draft that the route names, if it does. */
  readonly draftId: number | null
  /** The entry that was chosen to be restored. */
  readonly restore: string | null
  /** Whether the page was reloaded a moment ago, so that this tab was there before. */
  readonly reloaded: boolean
}

/**
 * Finds what a tab goes on with. Unsaved work of the same tab or draft always comes back. A letter that was saved comes
 * back in the tab of its own address, which a mark makes; at an address that others may open too, such as that of an
 * answer, only in the tab that a reload brought back.
 */
export function chooseEntry(entries: readonly KeptEntry[], { route, draftId, restore, reloaded }: Opening): Found {
  const newest = entries.toSorted((a, b) => b.savedAt - a.savedAt)
  const named = restore ? newest.find(({ key }) => key === restore) : undefined
  const mine =
    named ??
    newest.find(({ value: { letter, note } }) => note.unsaved && sameTab(letter.route, route)) ??
    newest.find(({ value: { note } }) => note.unsaved && draftId !== null && note.draft?.mailId === draftId) ??
    (reloaded || isMarked(route) ? newest.find(({ value: { letter } }) => sameTab(letter.route, route)) : undefined)
  if (!mine) return { kind: 'nothing' }
  const { note } = mine.value
  if (note.unsaved) return { kind: 'unsaved', entry: mine }
  return note.draft ? { kind: 'saved', entry: mine, mailId: note.draft.mailId } : { kind: 'nothing' }
}

const isMarked = (route: string): boolean => route.includes('?c=')

/** A new mail without a mark in its address could be any; only one with a mark is known again. */
const sameTab = (a: string, b: string): boolean => a === b && a !== 'new/0'
