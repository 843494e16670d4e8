import type { Answer } from './keptConnection.ts'

/** What people do. */
export const CALLS = ['search', 'list', 'open', 'mark', 'letter'] as const
export type CallName = (typeof CALLS)[number]

/** What people waited for, and what they were refused. */
export class CallCounts {
  readonly waited: Record<CallName, number[]> = { search: [], list: [], open: [], mark: [], letter: [] }
  refused = 0
  /** The first answer that refused something. */
  firstRefusal = ''

  note(call: CallName, { isDone, bytes, waitedMs }: Answer): void {
    this.waited[call].push(waitedMs)
    if (isDone) return
    this.refused++
    if (this.firstRefusal === '') this.firstRefusal = `${call}: ${bytes.toString('utf8').slice(0, 2_000)}`
  }
}
