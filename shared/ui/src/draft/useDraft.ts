import { useEffect, useRef, useState } from 'react'

export interface DraftOptions<Stored, Draft, Saved> {
  /** What the form was opened with; null for something new. */
  readonly stored: Stored | null
  /** The values of the form for what is stored, and for something new. */
  readonly draftOf: (stored: Stored | null) => Draft
  /** Reads what is stored now; null where it was deleted. */
  readonly read: (base: Stored) => Promise<Stored | null>
  /** Stores the draft; `base` is null where that makes something new. null where the user has gone back. Throws what failed. */
  readonly save: (draft: Draft, base: Stored | null) => Promise<Saved | null>
  readonly conflict: DraftConflict<Draft>
  /** Asks whether unsaved work may be given up; without it the caller asks by `changed`. */
  readonly mayDiscard?: () => Promise<boolean>
}

export interface DraftConflict<Draft> {
  /**
   * Whether a failure of `save` means that another version is stored, or none. Without it what is stored is read before each
   * save and compared: for calls that know no versions.
   */
  readonly isConflict?: (error: unknown) => boolean
  /** Brings what was written onto what is stored now. Without it the user chooses between the two. */
  readonly merge?: (base: Draft, mine: Draft, newest: Draft) => Draft
}

/** What another window, device or person has done to what is being changed. */
export type ChangedElsewhere<Stored> =
  | { readonly kind: 'gone' }
  | { readonly kind: 'merged' }
  /** What is stored now: `acceptNewest` or `keepMine` ends it. */
  | { readonly kind: 'changed'; readonly newest: Stored }

export interface DraftState<Stored, Draft, Saved> {
  readonly draft: Draft
  readonly change: (part: Partial<Draft> | ((now: Draft) => Draft)) => void
  /** What the draft is based on; null where saving makes something new. */
  readonly base: Stored | null
  /** Whether something is written that is not saved. */
  readonly changed: boolean
  readonly elsewhere: ChangedElsewhere<Stored> | null
  readonly acceptNewest: () => void
  readonly keepMine: () => Promise<Saved | null>
  readonly busy: boolean
  /** Saves once at a time. null where a save runs, the user has gone back or there is a conflict; throws what failed. */
  readonly save: () => Promise<Saved | null>
  /** Whether the form may be left: with a question where something is unsaved. */
  readonly mayLeave: () => Promise<boolean>
}

/**
 * What is written in a form until it is saved: it stays through failures and conflicts; leaving it asks, and so does the
 * browser (both where `mayDiscard` is given). It lives in its component, so it ends with the login.
 * @param unsaved whether there is further work that the draft does not show
 *
 *     const { draft, change, save } = useDraft({ stored: task, draftOf, read, save: send, conflict: {}, mayDiscard })
 */
export function useDraft<Stored, Draft extends object, Saved>(
  options: DraftOptions<Stored, Draft, Saved>,
  unsaved = false,
): DraftState<Stored, Draft, Saved> {
  const { stored, draftOf, read, conflict } = options
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => draftOf(stored))
  /** What the form was opened with, where nothing is stored. */
  const [first] = useState(draft)
  const [elsewhere, setElsewhere] = useState<ChangedElsewhere<Stored> | null>(null)
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const changed = unsaved || elsewhere?.kind === 'gone' || !isSame(draft, base ? draftOf(base) : first)
  useAskBeforeUnload(changed && options.mayDiscard !== undefined)

  const meet = (from: Stored, newest: Stored | null) => {
    if (newest === null) {
      setBase(null)
      setElsewhere({ kind: 'gone' })
    } else if (conflict.merge) {
      const { merge } = conflict
      setDraft((mine) => merge(draftOf(from), mine, draftOf(newest)))
      setBase(newest)
      setElsewhere({ kind: 'merged' })
    } else setElsewhere({ kind: 'changed', newest })
    return null
  }
  const send = async (from: Stored | null): Promise<Saved | null> => {
    if (from && !conflict.isConflict) {
      const newest = await read(from)
      if (newest === null || !isSame(newest, from)) return meet(from, newest)
    }
    try {
      return await options.save(draft, from)
    } catch (error) {
      if (!from || !conflict.isConflict?.(error)) throw error
      const newest = await read(from)
      // What is stored is what the draft is based on, so the failure has another cause.
      if (isSame(newest, from)) throw error
      return meet(from, newest)
    }
  }
  const saveFrom = async (from: Stored | null): Promise<Saved | null> => {
    if (saving.current) return null
    saving.current = true
    setBusy(true)
    try {
      return await send(from)
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return {
    draft,
    change: (part) => setDraft((now) => (typeof part === 'function' ? part(now) : { ...now, ...part })),
    base,
    changed,
    elsewhere,
    acceptNewest: () => {
      if (elsewhere?.kind !== 'changed') return
      setBase(elsewhere.newest)
      setDraft(draftOf(elsewhere.newest))
      setElsewhere(null)
    },
    keepMine: async () => {
      if (elsewhere?.kind !== 'changed') return null
      setBase(elsewhere.newest)
      setElsewhere(null)
      return saveFrom(elsewhere.newest)
    },
    busy,
    save: () => saveFrom(base),
    mayLeave: async () => !changed || !options.mayDiscard || options.mayDiscard(),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** While something is unsaved, the browser asks before it leaves the page or loads it anew. */
export function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
