import type { Switched } from '@yanshu/contracts'
import { forgetJournal, http, push, takeSession } from '@yanshu/shell-api'
import { mayLeave } from '../unsaved/mayLeave.tsx'

/** Asks for the next session, stores it, and loads the page anew for it. What is not saved stays sealed in the journal. */
async function change(ask: () => Promise<Switched>): Promise<void> {
  if (!(await mayLeave('switch'))) return
  const next = await ask()
  push.stop()
  // At once: another window whose session has just ended would take away what is stored.
  takeSession(next)
  await forgetJournal().catch(() => undefined)
  // Views of the former account must not be the first ones of the next.
  history.replaceState(null, '', '#/')
  location.reload()
}

/** Switches to a public mailbox or an associated account. `http` shows why it may not be. */
export const switchTo = (account: string): Promise<void> => change(() => http.post('user/account/switch', { account }))

/** Back to one's own account. */
export const switchBack = (): Promise<void> => change(() => http.post('user/account/back'))
