import type { Switched } from '@yanshu/contracts'
import { http, push, t, tabs, takeSession } from '@yanshu/shell-api'
import { confirm } from '@yanshu/ui'
import { forgetFrame } from '../offline/keptFrame.ts'

const say = (key: string) => t('shell', `accounts.${key}`)

/** Asks for the next session, takes it, and loads the page anew for it. Unsaved work is in the journal. */
async function change(ask: () => Promise<Switched>): Promise<void> {
  const dirty = tabs.list().some((tab) => tab.dirty)
  if (dirty && !(await confirm({ title: say('dirtyTitle'), text: say('dirtyText'), yes: say('switch') }))) return
  const next = await ask()
  push.stop()
  // At once: another window whose session has just ended would take away what is stored.
  takeSession(next)
  await forgetFrame()
  // Views of the former account must not be the first ones of the next.
  history.replaceState(null, '', '#/')
  location.reload()
}

/** Switches to a public mailbox or an associated account. `http` shows why it may not be. */
export const switchTo = (account: string): Promise<void> => change(() => http.post('user/account/switch', { account }))

/** Back to one's own account. */
export const switchBack = (): Promise<void> => change(() => http.post('user/account/back'))
