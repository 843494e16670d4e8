import { ERROR_TOAST_MS } from '@yanshu/contracts'

/** How shell-api tells the user something. The host brings the one of the interface. */
export interface Notifier {
  error(text: string, how?: { code?: number; durationMs?: number }): void
}

/** Many calls fail at once for one reason; the reason is said once. */
const SAME_ERROR_MS = 1_000

let notifier: Notifier | null = null
let last = { text: '', at: 0 }

/** Sets where errors are shown; null shows none. */
export function setNotifier(next: Notifier | null): void {
  notifier = next
  last = { text: '', at: 0 }
}

/** Shows an error for five seconds (§8), the same one only once however many calls it hit. */
export function tellError(text: string, code?: number): void {
  const now = Date.now()
  if (last.text === text && now - last.at < SAME_ERROR_MS) return
  last = { text, at: now }
  notifier?.error(text, { durationMs: ERROR_TOAST_MS, ...(code ? { code } : {}) })
}
