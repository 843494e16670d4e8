import { Code, OFFLINE_ACTION_MS, OFFLINE_ACTIONS_AT_ONCE, type SettledAction } from '@yanshu/contracts'
import { ApiError } from '../http/ApiError.ts'
import { http } from '../http/http.ts'
import type { Journal, JournalEntry } from '../journal/entries.ts'
import { sealedJournal } from '../journal/sealedJournal.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { alone } from './keptMails.ts'
import type { WaitingAction } from './waitingActions.ts'

/** An action that was not done, or not to all of its mails, with the reason. */
export interface Conflict {
  readonly action: WaitingAction
  readonly gone: number
  readonly elsewhere: number
  /** The code of the refusal: the folder or label is gone, the folder is closed; 0 where it is too old. Null for none. */
  readonly refused: number | null
}

const actionsOf = (login: LoginScope): Journal<WaitingAction> => sealedJournal('waiting-actions', login)
const conflictsOf = (login: LoginScope): Journal<Conflict> => sealedJournal('offline-conflicts', login)

/** Names in the order in which they are made, also by two windows: the moment, the number in this window, and chance. */
let made = 0
export function orderedName(now: number): string {
  made += 1
  return `${String(now).padStart(15, '0')}-${String(made).padStart(9, '0')}-${Math.random().toString(36).slice(2, 10)}`
}

const inOrder = <T>(entries: readonly JournalEntry<T>[]) => [...entries].sort((a, b) => (a.key < b.key ? -1 : 1))

/** The actions that wait, in their order, each with its name in the queue. */
export const waitingEntries = async (login: LoginScope): Promise<readonly JournalEntry<WaitingAction>[]> =>
  inOrder(await actionsOf(login).entries())

/** Adds actions to the queue. Resolved when they are on disk. */
export async function queueActions(login: LoginScope, actions: readonly WaitingAction[], title: string): Promise<void> {
  for (const action of actions) await actionsOf(login).put(orderedName(action.at), action, { onServer: false, title })
}

/** Removes an action that waits from the queue. */
export const dropAction = (login: LoginScope, name: string): Promise<void> =>
  alone('offline-queue', login, () => actionsOf(login).remove(name))

export const conflictEntries = async (login: LoginScope): Promise<readonly JournalEntry<Conflict>[]> =>
  inOrder(await conflictsOf(login).entries())

export const dropConflict = (login: LoginScope, name: string): Promise<void> => conflictsOf(login).remove(name)

/** The session cannot act at the moment: the screen is locked, or the password must be changed first. */
const WAITS: readonly number[] = [Code.screenLocked, Code.passwordDue, Code.forbidden, Code.tokenExpired]

/** No answer, or one of a server or session that cannot act now: the same is sent again later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 0 ||
  error.status >= 500 ||
  error.status === 401 ||
  error.status === 429 ||
  WAITS.includes(error.code)

/**
 * Sends what waits, in its order; one window at a time. What was settled leaves the queue, what was not done becomes a
 * conflict. Rejects where the server cannot be asked; what is left is sent by the next call. A call that was repeated does
 * nothing twice: the server has stored the keys.
 */
export function settleActions(login: LoginScope, now: () => number = Date.now): Promise<void> {
  return alone('offline-queue', login, async () => {
    const entries = await waitingEntries(login)
    const old = entries.filter(({ value }) => value.at < now() - OFFLINE_ACTION_MS)
    for (const { key, value } of old)
      await noteConflict(login, key, { action: value, gone: 0, elsewhere: 0, refused: 0 })
    const left = entries.filter((entry) => !old.includes(entry))
    for (let start = 0; start < left.length; start += OFFLINE_ACTIONS_AT_ONCE) {
      await settleSome(login, left.slice(start, start + OFFLINE_ACTIONS_AT_ONCE))
    }
  })
}

type Entries = readonly JournalEntry<WaitingAction>[]

async function settleSome(login: LoginScope, entries: Entries): Promise<void> {
  const actions = entries.map(({ value: { at: _, ...action } }) => ({ ...action, mails: [...action.mails] }))
  try {
    const { list } = await http.post('mail/offline/settle', { actions }, { login, silent: true })
    const answers = new Map(list.map((one) => [one.key, one]))
    for (const entry of entries) await take(login, entry, answers.get(entry.value.key))
  } catch (error) {
    if (isPassing(error)) throw error
    const [only] = entries
    // One of several is refused, such as a mail of a folder that was closed meanwhile: it must not hold up the others.
    if (entries.length > 1) for (const entry of entries) await settleSome(login, [entry])
    else if (only && error instanceof ApiError) {
      await noteConflict(login, only.key, { action: only.value, gone: 0, elsewhere: 0, refused: error.code })
    }
  }
}

async function take(login: LoginScope, { key, value }: Entries[number], answer: SettledAction | undefined) {
  if (!answer) return
  const { gone, elsewhere, refused } = answer
  if (gone.length + elsewhere.length === 0 && refused === null) return actionsOf(login).remove(key)
  return noteConflict(login, key, { action: value, gone: gone.length, elsewhere: elsewhere.length, refused })
}

/** First the conflict, then the queue: a page that crashes in between notes it once more under the same name. */
async function noteConflict(login: LoginScope, key: string, conflict: Conflict): Promise<void> {
  await conflictsOf(login).put(key, conflict, { onServer: true })
  await actionsOf(login).remove(key)
}
