import { addressed, onArrival, onGo, tabsHost } from '@yanshu/shell-api'
import { guard, type SessionFacts } from '../entry/guard.ts'
import { federationState } from '../federation-state/federationState.ts'
import { homeNow, ownerNow } from '../federation-state/remotes.ts'
import { uncoverFirst } from './uncoverFirst.ts'
import { titleOf } from './viewTitle.ts'

/** Who sees the frame has logged in and need not change a password. */
const INSIDE: SessionFacts = { open: true, userMail: '', isChangePassword: 0 }

/** Path and query as the address has them. */
function asAddress(path: string): string {
  const [pathname = '', query] = path.split('?')
  return query ? `${pathname}?${new URLSearchParams(query)}` : pathname
}

/** The tab of a path becomes the active one, where the rules of access show it in the frame. */
function arrive(to: string, replace: boolean): void {
  const path = asAddress(to)
  const home = homeNow()
  const verdict = guard(path, INSIDE, home)
  if (!('show' in verdict && verdict.show === 'app') || (path === '/' && home !== path)) return
  const { view } = tabsHost.now()
  const leaving = view.tabs.find((tab) => tab.id === view.activeId)
  const id = tabsHost.visit(path, {
    title: titleOf(path),
    remote: ownerNow(path)?.remote ?? null,
    closable: path.split('?')[0] !== home,
    replace,
  })
  if (!leaving || leaving.id === id || leaving.dirty || tabsHost.isShown(leaving.id)) return
  if (ownerNow(leaving.path)?.keep === false) void tabsHost.close(leaving.id)
}

/**
 * While the frame is in sight, the tab follows the address in the step in which that changes, so that both are drawn once.
 * Returns how to stop, when the frame goes out of sight.
 */
export function followAddress(): () => void {
  const arriveHere = () => arrive(addressed(), false)
  let { status } = federationState.get()
  let home = homeNow()
  const stops = [
    onArrival(arrive),
    onGo(uncoverFirst),
    // Only then it is known whose the address is.
    federationState.subscribe(() => {
      const now = federationState.get().status
      if (now === status && homeNow() === home) return
      status = now
      home = homeNow()
      arriveHere()
    }),
    tabsHost.hide,
  ]
  arriveHere()
  return () => {
    for (const stop of stops) stop()
  }
}
