import type { FollowUp } from '@yanshu/contracts'
import { useSyncExternalStore } from 'react'
import { type AskedFollowUp, changeFollowUps, followChanges, followUpState } from './followUpState.ts'

/** Opens the choice of a follow-up for these mails; the bar above the inbox, which is always there, draws it. */
export const followUp = (mailIds: readonly number[], sent: boolean): void =>
  changeFollowUps({ asked: { mailIds, sent } })
export const closeAsked = (): void => changeFollowUps({ asked: null })
export const useAsked = (): AskedFollowUp | null => useSyncExternalStore(followChanges, () => followUpState().asked)

/** Rows of lists show which of their mails are followed up. */
export function showNotes(followUps: readonly Pick<FollowUp, 'mailId' | 'note'>[]): void {
  const notes = new Map(followUps.map(({ mailId, note }) => [mailId, note]))
  const before = followUpState().notes
  const isSame = notes.size === before.size && [...notes].every(([id, note]) => before.get(id) === note)
  if (!isSame) changeFollowUps({ notes })
}
