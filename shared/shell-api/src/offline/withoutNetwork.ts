import { ApiError } from '../http/ApiError.ts'
import type { Exchange } from '../http/exchange.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { fetchPart } from '../parts/fetchPart.ts'
import { eventsOf } from '../storeOf.ts'

/** What of a call decides what a device can answer of it. */
export type KeptCall = Pick<Exchange, 'path' | 'query' | 'body'>

/** The calls that a device answers from what it has kept, or does later. */
const KNOWN =
  /^(contact\/list\/suggest|mail\/(email\/(detail|search|\w+\/(list|update)|move|recover\w+)|main\/folder\/list|home\/unread\/list))$/

/** Whether actions wait to be sent, so that what is read is asked for after them. */
export const actionsWait = perLogin(() => ({ now: false }))

/** Called with each such call that the server has answered. */
export const answered = eventsOf<{ readonly call: KeptCall; readonly data: unknown }>()

/** The parts that keep mails and actions; loaded after the first view, or when the network is cut. */
export const offlineParts = () => fetchPart(() => import(/* webpackChunkName: "offline" */ './offlineParts.ts'))

/** Asks the server; where the network is cut, what the device has kept. Rejects as `ask` does where it has nothing. */
export async function orKept<T>(call: KeptCall, login: LoginScope, ask: () => Promise<T>): Promise<T> {
  if (!KNOWN.test(call.path)) return ask()
  if (actionsWait().now)
    await offlineParts().then(
      ({ sendWaiting }) => sendWaiting(login),
      () => undefined,
    )
  try {
    const data = await ask()
    answered.emit({ call, data })
    return data
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 0 || error.status !== 0) throw error
    const parts = await offlineParts().catch(() => null)
    // What a call answers is defined by its path; the kept answer is made for the same path.
    const kept = await parts?.answerKept(call, login).catch(() => undefined)
    if (kept === undefined) throw error
    return kept as T
  }
}
