import type { SessionStart } from '@yanshu/contracts'
import { perLogin } from '../login/perLogin.ts'
import { noteChange } from '../socket/changeSeq.ts'

/** What the login has answered of what the page asks for first, until it is used. */
const given = perLogin((): Partial<SessionStart> => ({}))

/** Keeps it for the login that has just begun. Older servers answer none. */
export function keepStart(start: SessionStart | undefined): void {
  if (!start) return
  Object.assign(given(), start)
  noteChange('', start.changeSeq)
}

/** A part of it, once: what is read again is asked of the server. */
export function takeStart<Part extends 'index' | 'folders'>(part: Part): Partial<SessionStart>[Part] {
  const mine = given()
  const value = mine[part]
  delete mine[part]
  return value
}
