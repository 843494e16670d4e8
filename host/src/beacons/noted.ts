import { perLogin } from '@yanshu/shell-api'
import type { FederationReport } from '../federation/federation.ts'

/** Something that the server may want to count. */
export type Noted = FederationReport | ErrorEvent | PromiseRejectionEvent

/** What is more than this before it could be sent is left out. */
const NOTED_MAX = 200

/** What was noted in this login and is not sent yet. */
export const noted = perLogin((): Noted[] => [])

/** Notes what happened on the page. What becomes of it is decided by code that comes later. */
export function note(what: Noted): void {
  const list = noted()
  if (list.length < NOTED_MAX) list.push(what)
}
