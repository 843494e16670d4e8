import { Code, LOCK_SETTINGS_PATH } from '@yanshu/contracts'
import { ApiError, go, http, screenLock, t } from '@yanshu/shell-api'
import { confirm } from '@yanshu/ui'

const say = (key: string) => t('shell', `lock.${key}`)

/** Locks the screen: on the server first. Without a network it is covered all the same, and locked when the server is back. */
export async function lockNow(): Promise<void> {
  try {
    await http.get('mail/main/lockScreen/open', {}, { silent: true })
    screenLock.engage()
  } catch (error) {
    const { code = 0, status = 0 } = error instanceof ApiError ? error : {}
    if (code === 0 || status >= 500) screenLock.engageUnsaid()
    // Another window was faster; or it was turned off in the meantime.
    else if (code !== Code.screenLocked) await leadToSettings()
  }
}

async function leadToSettings(): Promise<void> {
  if (await confirm({ title: say('offTitle'), text: say('offText'), yes: say('toSettings') })) go(LOCK_SETTINGS_PATH)
}

/** Whether the lock is on and has a password; else it leads to where that is done (§4). */
async function canLock(): Promise<boolean> {
  const { flag, haspass, offered } = await http.get('mail/main/lockScreen/isOpen')
  const can = flag && haspass && offered
  if (!can) await leadToSettings()
  return can
}

/** Asks, and locks (§4). */
export async function askToLock(): Promise<void> {
  if (!(await canLock())) return
  if (await confirm({ title: say('question'), text: say('questionText'), yes: say('lock') })) await lockNow()
}

/** Locks without a question: by its key, for a person who stands up and goes. */
export async function lockAtOnce(): Promise<void> {
  if (await canLock()) await lockNow()
}
