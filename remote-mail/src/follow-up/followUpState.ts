import { perLogin } from '@yanshu/shell-api'
import { useSyncExternalStore } from 'react'

/** Mails whose follow-up a menu has asked for. */
export interface AskedFollowUp {
  readonly mailIds: readonly number[]
  /** All of them were sent. */
  readonly sent: boolean
}

interface State {
  asked: AskedFollowUp | null
  /** By mail, the note of a follow-up that waits or is due. */
  notes: ReadonlyMap<number, string>
  readonly listeners: Set<() => void>
}

export const followUpState = perLogin((): State => ({ asked: null, notes: new Map(), listeners: new Set() }))

/** Changes a part of it, and calls who follows it. */
export function changeFollowUps(part: Partial<Pick<State, 'asked' | 'notes'>>): void {
  const now = followUpState()
  Object.assign(now, part)
  for (const changed of now.listeners) changed()
}

/** Follows its changes. Returns how to stop. */
export function followChanges(changed: () => void): () => void {
  const { listeners } = followUpState()
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The note of a mail that is followed up, '' for none; undefined for one that is not. */
export const useNoteOf = (mailId: number): string | undefined =>
  useSyncExternalStore(followChanges, () => followUpState().notes.get(mailId))
