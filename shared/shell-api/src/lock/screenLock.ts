import { onLock } from '../http/exchange.ts'
import { loginScope } from '../login/loginScope.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { local, perTab } from '../storage/browserStorage.ts'
import { eventsOf, useStore } from '../storeOf.ts'

/** As §4 names it, in session storage. */
const HERE = 'lockscreen'
/** By this the other windows of the browser are notified, and a window that was away notices that the lock is over. */
const EVERYWHERE = 'yanshu.locked'
/** Its value while the server is not informed, because there is no network. */
const UNSAID = 'unsaid'
/** When the user last acted in any window, in epoch milliseconds. */
const LAST_ACT = 'yanshu.lastAct'
/** A note is written this often at most; in milliseconds. */
const NOTE_EVERY_MS = 5_000

const locked = storePerLogin<boolean>(() => perTab.get(HERE) === 'true' && local.get(EVERYWHERE) !== null)
const relieved = eventsOf<void>()
const acts = eventsOf<void>()

/**
 * The screen lock of this browser (§4). It only decides what is drawn: the server refuses the calls of a locked session,
 * so that emptied storage unlocks nothing.
 */
export const screenLock = {
  state: locked.get,
  subscribe: locked.subscribe,

  /** Covers the page, in all windows. */
  engage(): void {
    perTab.set(HERE, 'true')
    if (local.get(EVERYWHERE) === null) screenLock.said()
    locked.mine().set(true)
  },

  /** Covers the page although the server could not be informed: it must be informed before any other call. */
  engageUnsaid(): void {
    local.set(EVERYWHERE, UNSAID)
    screenLock.engage()
  },

  /** Whether the server is still to be informed. */
  isUnsaid: (): boolean => local.get(EVERYWHERE) === UNSAID,

  /** The server has it. */
  said: (): void => local.set(EVERYWHERE, `${Date.now()}`),

  /** Uncovers it, once the server has unlocked the session. What failed meanwhile is asked for again. */
  release(): void {
    perTab.set(HERE, null)
    local.set(EVERYWHERE, null)
    if (!locked.get()) return
    screenLock.noteAct()
    locked.mine().set(false)
    // Calls failed as if the network had been away, and what waits for it (a draft, a part of the page) tries again.
    globalThis.dispatchEvent(new Event('online'))
  },

  /** Follows the server's refusals and the other windows. Returns how to stop. */
  follow(): () => void {
    const seen = ({ key, newValue }: StorageEvent) => {
      if (key === LAST_ACT) acts.emit()
      if (key !== EVERYWHERE || loginScope().userMail === null) return
      if (newValue !== null) screenLock.engage()
      // Any person at the device can delete this value: the listener asks the server first.
      else if (locked.get()) relieved.emit()
    }
    globalThis.addEventListener('storage', seen)
    const stop = onLock(screenLock.engage)
    return () => {
      stop()
      globalThis.removeEventListener('storage', seen)
    }
  },

  /** Called when another window reports that the lock is over. Returns how to stop. */
  onRelieved: relieved.on,

  /** The user acted in this window. */
  noteAct(): void {
    const now = Date.now()
    if (Math.abs(now - Number(local.get(LAST_ACT) ?? 0)) >= NOTE_EVERY_MS) local.set(LAST_ACT, `${now}`)
  },

  /** When the user last acted in any window, in epoch milliseconds; 0 for never. */
  lastAct: (): number => Number(local.get(LAST_ACT) ?? 0) || 0,

  /** Calls back when the user acted in another window. Returns how to stop. */
  onActElsewhere: acts.on,
}

export const useScreenLock = (): boolean => useStore(locked)
