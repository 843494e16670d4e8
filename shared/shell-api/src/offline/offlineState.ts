import type { JournalEntry } from '../journal/entries.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { eventsOf } from '../storeOf.ts'
import { listFiles } from './keptFiles.ts'
import { keptMails } from './keptMails.ts'
import { letterEntries, type WaitingLetter } from './outbox.ts'
import { type Conflict, conflictEntries, waitingEntries } from './queue.ts'
import type { WaitingAction } from './waitingActions.ts'
import { actionsWait } from './withoutNetwork.ts'

/** What a device has of a mailbox and for it. */
export interface OfflineState {
  /** Mails whose rows and whose texts are kept, the bytes of the texts, and when they were last compared; null for nothing. */
  readonly kept: { readonly mails: number; readonly texts: number; readonly bytes: number; readonly at: number } | null
  /** Files of mails that are kept by choice, and their bytes. */
  readonly files: { readonly count: number; readonly bytes: number }
  /** In the order in which they will be sent. */
  readonly actions: readonly JournalEntry<WaitingAction>[]
  readonly letters: readonly JournalEntry<WaitingLetter>[]
  readonly conflicts: readonly JournalEntry<Conflict>[]
  /** Whether the browser has no room for what was to be kept. */
  readonly full: boolean
}

const NOTHING: OfflineState = {
  kept: null,
  files: { count: 0, bytes: 0 },
  actions: [],
  letters: [],
  conflicts: [],
  full: false,
}

/** Called with the subjects of letters that have left the outbox. */
export const lettersSent = eventsOf<readonly string[]>()

/** What is shown of it; read from the device by `readOffline`. */
export const offlineState = storePerLogin<OfflineState>(() => NOTHING)

/** The channel of an account's windows: its only message is that something of this has changed. */
const channel = perLogin(
  (login: LoginScope) => new BroadcastChannel(`yanshu-offline ${(login.userMail ?? '').toLowerCase()}`),
  (open) => open.close(),
)

/** Notifies the other windows of the account. */
export const notifyWindows = (): void => channel().postMessage('changed')

/** Calls back when another window has changed something. */
export function onOtherWindow(fn: () => void): void {
  channel().onmessage = fn
}

/** Reads what the device has, and shows it. */
export async function readOffline(login: LoginScope, full = false): Promise<void> {
  const [shown, waits] = [offlineState.mine(), actionsWait()]
  const kept = keptMails(login)
  const rows = await kept.rows()
  const texts = rows ? await kept.texts() : []
  const [actions, letters] = [await waitingEntries(login), await letterEntries(login)]
  const conflicts = await conflictEntries(login)
  const files = await listFiles(login)
  const bytes = texts.reduce((sum, text) => sum + text.bytes, 0)
  waits.now = actions.length > 0
  shown.set({
    kept: rows && { mails: rows.rows.length, texts: texts.length, bytes, at: rows.at },
    files: { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
    actions,
    letters,
    conflicts,
    full,
  })
}
