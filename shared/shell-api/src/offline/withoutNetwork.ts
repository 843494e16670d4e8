import { ApiError } from '../http/ApiError.ts'
import type { Exchange } from '../http/exchange.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
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

/** What answers where the server does not. */
export interface WithoutNetwork {
  /** Undefined for what it cannot answer. */
  answerKept(call: KeptCall, login: LoginScope): Promise<unknown>
  /** Sends what waits, before something is read that it may change. */
  sendWaiting(login: LoginScope): Promise<void>
}

/** Code that comes later; the page sets it once ({@link answerWithoutNetwork}). */
let load: () => Promise<WithoutNetwork | null> = async () => null

/** Names what answers where the server does not. */
export const answerWithoutNetwork = (parts: () => Promise<WithoutNetwork>): void => {
  load = () => parts().catch(() => null)
}

/** Asks the server; where the network is cut, what the device has kept. Rejects as `ask` does where it has nothing. */
export async function orKept<T>(call: KeptCall, login: LoginScope, ask: () => Promise<T>): Promise<T> {
  if (!KNOWN.test(call.path)) return ask()
  if (actionsWait().now) await (await load())?.sendWaiting(login)
  try {
    const data = await ask()
    answered.emit({ call, data })
    return data
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 0 || error.status !== 0) throw error
    const parts = await load()
    // What a call answers is defined by its path; the kept answer is made for the same path.
    const kept = await parts?.answerKept(call, login).catch(() => undefined)
    if (kept === undefined) throw error
    return kept as T
  }
}
