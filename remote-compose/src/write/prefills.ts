import type { Intents } from '@yanshu/contracts'

export type Prefill = Pick<Intents['compose.open'], 'to' | 'subject' | 'html'>

const waiting = new Map<string, Prefill>()
let made = 0

/** Keeps what a mail is to begin with until its view takes it. Answers the mark for the view's address. */
export function keepPrefill(prefill: Prefill): string {
  made += 1
  const mark = `${Date.now().toString(36)}${made.toString(36)}`
  waiting.set(mark, prefill)
  return mark
}

export function takePrefill(mark: string | null): Prefill | null {
  if (mark === null) return null
  const prefill = waiting.get(mark) ?? null
  waiting.delete(mark)
  return prefill
}
