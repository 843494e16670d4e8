import { ERROR_TOAST_MS } from '@yanshu/contracts'

/** How shell-api shows messages to the user. The host sets the implementation. */
export interface Notifier {
  error(text: string, how?: { code?: number; durationMs?: number }): void
}

/** When many calls fail for one reason, the message is shown once within this time; in milliseconds. */
const SAME_ERROR_MS = 1_000

let notifier: Notifier | null = null
let last = { text: '', at: 0 }

/** Sets where errors are shown; null shows none. */
export function setNotifier(next: Notifier | null): void {
  notifier = next
  last = { text: '', at: 0 }
}

/** Shows an error for five seconds (§8), the same one only once however many calls it hit. */
export function showError(text: string, code?: number): void {
  const now = Date.now()
  if (last.text === text && now - last.at < SAME_ERROR_MS) return
  last = { text, at: now }
  notifier?.error(text, { durationMs: ERROR_TOAST_MS, ...(code ? { code } : {}) })
}
