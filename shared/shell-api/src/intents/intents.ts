import type { IntentHandlers, IntentInput, IntentName, IntentOutput, Intents } from '@yanshu/contracts'
import { answererOf, contributions } from '../contributions/contributions.ts'
import { ApiError, isAbort } from '../http/ApiError.ts'
import { showError } from '../http/notifier.ts'
import { OWN, t } from '../i18n/i18n.ts'
import { loginScope } from '../login/loginScope.ts'
import { useStore } from '../storeOf.ts'

/** No remote handles an intent: the one that would is switched off, or could not be loaded. */
export class IntentUnavailable extends Error {
  readonly intent: IntentName

  constructor(intent: IntentName, cause?: unknown) {
    super(`No remote answers the intent ${intent}`, { cause })
    this.name = 'IntentUnavailable'
    this.intent = intent
  }
}

/** Handlers by remote; the last remote that came is asked first. */
let provided: readonly Provided[] = []
let loader: ((name: IntentName, major: number) => Promise<void>) | null = null

interface Provided {
  readonly remote: string
  readonly handlers: IntentHandlers
  readonly majors: IntentMajors
}

/** The major of each intent that is answered; 1 where none is given. */
type IntentMajors = Readonly<Record<string, number>>

const handlerOf = <N extends IntentName>(name: N, major: number): IntentHandlers[N] | undefined =>
  provided.findLast(({ handlers, majors }) => handlers[name] && (majors[name] ?? 1) === major)?.handlers[name]

/** The major that is asked for may be left out while it is the first. */
type Asked<N extends IntentName> = { readonly silent?: boolean } & (Intents[N]['major'] extends 1
  ? { readonly major?: 1 }
  : { readonly major: Intents[N]['major'] })
type How<N extends IntentName> = Intents[N]['major'] extends 1 ? [how?: Asked<N>] : [how: Asked<N>]

async function ask<N extends IntentName>(name: N, input: IntentInput<N>, major: number): Promise<IntentOutput<N>> {
  const login = loginScope()
  if (!handlerOf(name, major)) {
    await loader?.(name, major).catch((cause: unknown) => {
      throw new IntentUnavailable(name, cause)
    })
  }
  // An intent of one user must not run in the login of the next.
  login.signal.throwIfAborted()
  const handler: ((input: IntentInput<N>) => Promise<IntentOutput<N>>) | undefined = handlerOf(name, major)
  if (!handler) throw new IntentUnavailable(name)
  return handler(input)
}

/** Shows that the intent failed, unless an error was shown already: a refused call shows its own. */
function showIntentError(error: unknown): void {
  if (error instanceof ApiError || isAbort(error)) return
  showError(t(OWN, error instanceof IntentUnavailable ? 'intent.nobody' : 'intent.failed'))
}

/** What remotes ask of each other without knowing each other. */
export const intents = {
  /**
   * Sends an intent and returns the answer. Loads the remote that answers it when it is not loaded yet. When no remote
   * answers, or the answer fails, a message is shown and it rejects: with {@link IntentUnavailable}, or with what the other
   * side threw. With `silent` no message is shown: the caller has its own.
   */
  async send<N extends IntentName>(name: N, input: IntentInput<N>, ...[how]: How<N>): Promise<IntentOutput<N>> {
    try {
      return await ask(name, input, how?.major ?? 1)
    } catch (error) {
      if (!how?.silent) showIntentError(error)
      throw error
    }
  },

  /** Whether some remote declares that it answers; false until that is known. */
  answered: (name: IntentName, major = 1): boolean => answererOf(name, major) !== undefined,

  /** Answers intents in the name of a remote, in place of what it provided before. Returns how to stop. */
  provide(remote: string, handlers: IntentHandlers, majors: IntentMajors = {}): () => void {
    const mine = { remote, handlers, majors }
    provided = [...provided.filter((one) => one.remote !== remote), mine]
    return () => {
      provided = provided.filter((one) => one !== mine)
    }
  },

  /** The host's way to load the remote that answers an intent; does nothing where the manifest has none. */
  setLoader(load: ((name: IntentName, major: number) => Promise<void>) | null): void {
    loader = load
  },
}

/** Whether some remote answers, in a component: what needs it is not shown without it. */
export const useAnswered = (name: IntentName, major = 1): boolean =>
  useStore({ subscribe: contributions.subscribe, get: () => intents.answered(name, major) })
