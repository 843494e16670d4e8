import type { IntentInput } from '@yanshu/contracts'
import { newName, perLogin } from '@yanshu/shell-api'

export type Prefill = Pick<IntentInput<'compose.open'>, 'to' | 'cc' | 'bcc' | 'subject' | 'html'>

const waiting = perLogin(() => new Map<string, Prefill>())

/** A mark for the address of a new mail, by which its tab, and no other one, finds it again after a reload. */
export const newMark = (): string => newName().slice(0, 16)

/** Keeps what a mail is to begin with until its view reads it. Answers the mark for the view's address. */
export function keepPrefill(prefill: Prefill): string {
  const mark = newMark()
  waiting().set(mark, prefill)
  return mark
}

/** Whether a mail of this mark was asked for on this page and its view has not begun yet. */
export const isWaiting = (mark: string | null): boolean => mark !== null && waiting().has(mark)

export function takePrefill(mark: string | null): Prefill | null {
  if (mark === null) return null
  const prefill = waiting().get(mark) ?? null
  waiting().delete(mark)
  return prefill
}
