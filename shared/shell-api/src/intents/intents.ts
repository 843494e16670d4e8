import type { IntentHandlers, IntentName, Intents, RemoteName } from '@yanshu/contracts'
import { loginScope } from '../login/loginScope.ts'

/** Nobody handles an intent: the remote that would is switched off, or could not be loaded. */
export class IntentUnavailable extends Error {
  readonly intent: IntentName

  constructor(intent: IntentName) {
    super(`No remote answers the intent ${intent}`)
    this.name = 'IntentUnavailable'
    this.intent = intent
  }
}

/** Handlers by remote; the last remote that came is asked first. */
let provided: readonly { readonly remote: RemoteName; readonly handlers: IntentHandlers }[] = []
let loader: ((name: IntentName) => Promise<void>) | null = null

const handlerOf = <N extends IntentName>(name: N): IntentHandlers[N] | undefined =>
  provided.findLast((one) => one.handlers[name])?.handlers[name]

/** What remotes ask of each other without knowing each other. */
export const intents = {
  /** Asks. Loads the remote that answers when it is not there yet; rejects with what it says, or IntentUnavailable. */
  async send<N extends IntentName>(name: N, input: Intents[N]): Promise<void> {
    const login = loginScope()
    if (!handlerOf(name)) await loader?.(name)
    // What one person asked for is not done for the next.
    login.signal.throwIfAborted()
    const handler = handlerOf(name)
    if (!handler) throw new IntentUnavailable(name)
    await handler(input)
  },

  /** Answers intents in the name of a remote, in place of what it provided before. Returns how to stop. */
  provide(remote: RemoteName, handlers: IntentHandlers): () => void {
    const mine = { remote, handlers }
    provided = [...provided.filter((one) => one.remote !== remote), mine]
    return () => {
      provided = provided.filter((one) => one !== mine)
    }
  },

  /** The host's way to load the remote that owns an intent. */
  setLoader(load: ((name: IntentName) => Promise<void>) | null): void {
    loader = load
  },
}
