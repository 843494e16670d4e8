import {
  fitsOwnSetting,
  OWN_SETTINGS_CHANGED,
  type OwnSettings,
  type OwnValue,
  type OwnValueOf,
} from '@yanshu/contracts'
import { useEffect, useMemo } from 'react'
import { http } from '../http/http.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { push } from '../socket/push.ts'
import { storeOf, useStore, type ValueStore } from '../storeOf.ts'

/** The values of declared settings, by name. */
type ValuesOf<S extends OwnSettings> = { readonly [N in keyof S]: OwnValueOf<S[N]> }
type Chosen = Readonly<Record<string, OwnValue>>
type Change = Readonly<Record<string, OwnValue | null>>

/** The settings of a remote in a view. */
export interface OwnSettingsShown<S extends OwnSettings> {
  /** What the person has chosen, the defaults where they have not. */
  readonly values: ValuesOf<S>
  /** False until the server has answered: until then `values` are the defaults. */
  readonly isKnown: boolean
  /**
   * Saves one or several: shown at once, and undone when the server refuses, which `http` shows; the promise then
   * rejects. null removes what the person chose.
   */
  save(change: { readonly [N in keyof S]?: OwnValueOf<S[N]> | null }): Promise<void>
}

interface Shown {
  readonly chosen: Chosen
  readonly isKnown: boolean
}

function without(values: Change): Chosen {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, OwnValue] => entry[1] !== null))
}

/** What one remote keeps for the person of one login. */
class Kept {
  readonly shown: ValueStore<Shown> = storeOf<Shown>(() => ({ chosen: {}, isKnown: false }))
  readonly #login: LoginScope
  readonly #remote: string
  #confirmed: Chosen = {}
  #pending: readonly Change[] = []
  /** Calls go out one after the other, so that no answer is older than the one before. */
  #turn: Promise<unknown> = Promise.resolve()
  #asked: Promise<void> | null = null

  constructor(login: LoginScope, remote: string) {
    this.#login = login
    this.#remote = remote
  }

  #show(isKnown = this.shown.get().isKnown): void {
    this.shown.set({ chosen: without(Object.assign({}, this.#confirmed, ...this.#pending)), isKnown })
  }

  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const answered = this.#turn.then(call)
    this.#turn = answered.catch(() => undefined)
    return answered
  }

  /** Asks the server, once; a question that failed is asked again by the next caller. */
  ask(): Promise<void> {
    this.#asked ??= this.again().catch((error: unknown) => {
      this.#asked = null
      throw error
    })
    return this.#asked
  }

  async again(): Promise<void> {
    const how = { silent: true, login: this.#login }
    const { values } = await this.#inTurn(() => http.get('mail/remote/settings/get', { remote: this.#remote }, how))
    this.#confirmed = values
    this.#show(true)
  }

  isAsked = (): boolean => this.#asked !== null

  async save(change: Change): Promise<void> {
    this.#pending = [...this.#pending, change]
    this.#show()
    try {
      // The page may go before the answer comes.
      const how = { keepalive: true, login: this.#login }
      const { values } = await this.#inTurn(() =>
        http.post('mail/remote/settings/save', { remote: this.#remote, values: change }, how),
      )
      this.#confirmed = values
    } finally {
      this.#pending = this.#pending.filter((one) => one !== change)
      this.#show()
    }
  }
}

/** What the remotes keep in one login. Changes of other windows and devices come by the push socket. */
const keptByLogin = perLogin(
  (login) => {
    const byRemote = new Map<string, Kept>()
    const renew = (kept: Kept | undefined) => void (kept?.isAsked() && kept.again().catch(() => undefined))
    const stops = [
      push.onEvent(OWN_SETTINGS_CHANGED, (data) => {
        const { remote } = Object(data)
        if (typeof remote === 'string') renew(byRemote.get(remote))
      }),
      push.onReconnect(() => {
        for (const kept of byRemote.values()) renew(kept)
      }),
    ]
    return {
      of(remote: string): Kept {
        const kept = byRemote.get(remote) ?? new Kept(login, remote)
        byRemote.set(remote, kept)
        return kept
      },
      stop() {
        for (const stop of stops) stop()
      },
    }
  },
  ({ stop }) => stop(),
)

function valuesOf<S extends OwnSettings>(settings: S, chosen: Chosen): ValuesOf<S> {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const value = chosen[name]
    return [name, value !== undefined && fitsOwnSetting(setting, value) ? value : setting.default]
  })
  // Each value is the default of its setting, or fits its declaration.
  return Object.fromEntries(entries) as ValuesOf<S>
}

/**
 * What a remote keeps for the person on the server, outside of a view. `settings` is the remote's own declaration, which
 * `ownSettings` of its `src/contributes.ts` carries into the manifest: the server keeps nothing else.
 * @param remote the remote's own name, written out: the build refuses that of another
 */
export function ownSettings<const S extends OwnSettings>(remote: string, settings: S) {
  const kept = keptByLogin().of(remote)
  return {
    /** @throws {ApiError} when the server cannot be asked, or refuses: in the mailbox of another person it does */
    async read(): Promise<ValuesOf<S>> {
      await kept.ask()
      return valuesOf(settings, kept.shown.get().chosen)
    },
    save: (change: Parameters<OwnSettingsShown<S>['save']>[0]): Promise<void> => kept.save(change as Change),
  }
}

/** The same in a view, which is drawn again with each change, also with those of other windows. */
export function useOwnSettings<const S extends OwnSettings>(remote: string, settings: S): OwnSettingsShown<S> {
  const kept = keptByLogin().of(remote)
  const { chosen, isKnown } = useStore(kept.shown)
  useEffect(() => {
    // A view without an answer shows the defaults; the next one asks again.
    kept.ask().catch(() => undefined)
  }, [kept])
  const values = useMemo(() => valuesOf(settings, chosen), [settings, chosen])
  return { values, isKnown, save: (change) => kept.save(change as Change) }
}
