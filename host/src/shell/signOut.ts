import { forgetJournal, session, settings } from '@yanshu/shell-api'

/** How long a sign-out waits until the journal is forgotten, which the login page does again; in milliseconds. */
const FORGET_WAIT_MS = 1_000
const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

/** Signs out. What the server does not have stays sealed in the journal; the rest of it is deleted. */
export async function signOut(): Promise<void> {
  const { logoutLink } = settings.current()
  // The next user must not start with this user's view or search.
  history.replaceState(null, '', '#/')
  await Promise.race([forgetJournal().catch(() => undefined), pause(FORGET_WAIT_MS)])
  const done = session.logout()
  if (/^https?:\/\//.test(logoutLink)) location.assign(logoutLink)
  await done
}
