import type { SocketMessage } from '@yanshu/contracts'
import type { RoleOf } from '../list-window/listQuery.ts'
import { type MailCache, type MailRow, type RowPatch, sameRow } from '../mail-cache/mailCache.ts'
import { type CounterDelta, counterDeltas } from './counterDeltas.ts'

/** One action on mails: how the rows look at once, and how it is sent to the server. */
export interface Action {
  /** The mails it is done to; a rule when it is a whole folder, then also rows that are learnt later. */
  readonly mails: readonly number[] | ((row: MailRow) => boolean)
  /** Applied at once, and again over whatever the server says in the meantime. Idempotent. */
  readonly patch: RowPatch
  /**
   * Sends it to the server. `rows` are the mails as the server knows them at that moment. It may resolve to a more exact
   * patch (new numbers in the target folder). Rejects when nothing was done.
   */
  send(rows: readonly MailRow[]): Promise<RowPatch | undefined>
  /** The mails are gone for good afterwards. */
  readonly final?: boolean
  /** Recognises the push about it. */
  readonly echo: 'updated' | 'moved'
  /** Changes of counters, used instead of those computed from the rows when given. */
  readonly counters?: readonly CounterDelta[]
}

/** What the engine needs of the rest of the client. */
export interface EngineWorld {
  readonly cache: MailCache
  readonly roleOf: RoleOf
  /** Changes counters of the sidebar; returns how to take the change away again. */
  adjust(deltas: readonly CounterDelta[]): () => void
  /** Fetches the counters as the server has them. */
  refreshCounters(): Promise<void>
  /** A push may have been missed: reads the visible lists again. */
  revalidate(): void
  /** No action is under way any more. */
  settled(): void
  /** How long to wait for the push that follows an answer before asking, in ms. */
  readonly echoGraceMs: number
}

export interface Started {
  /** Resolves when the server has agreed, rejects with its error after the rows are back as they were. */
  readonly settled: Promise<void>
}

interface Pending {
  readonly ids: ReadonlySet<number> | null
  readonly action: Action
  readonly done: Promise<void>
  /** The server's counters already include it. */
  retireCounters(): void
  /** Called once the server agreed and the push has come (or was waited for in vain). */
  retire: (() => void) | null
  heard: boolean
}

/**
 * Runs actions: at once on the screen, then on the server, in the order they were given where they touch the same
 * mails and side by side where they do not. An action that failed is taken away; those after it stand.
 */
export class ActionEngine {
  readonly #world: EngineWorld
  readonly #pending = new Set<Pending>()

  constructor(world: EngineWorld) {
    this.#world = world
  }

  /** Whether anything is on its way to the server. */
  get busy(): boolean {
    return this.#pending.size > 0
  }

  run(action: Action): Started {
    const { cache, roleOf } = this.#world
    const ids = typeof action.mails === 'function' ? null : new Set(action.mails)
    const named = [...(ids ?? [])]
    const before = named.map((id) => cache.row(id))
    const overlay = cache.lay(action.mails, action.patch, { newestWins: action.echo === 'updated' })
    const deltas =
      action.counters ??
      counterDeltas(
        named.map((id, at) => [before[at], cache.row(id)] as const),
        roleOf,
      )
    let takeBack: (() => void) | null = deltas.length > 0 ? this.#world.adjust(deltas) : null
    const earlier = [...this.#pending].filter((other) => overlaps(other.ids, ids)).map((other) => other.done)

    const send = async () => {
      await Promise.allSettled(earlier)
      const rows = named.map((id) => cache.known(id)).filter((row) => row !== undefined)
      return action.send(rows)
    }
    const answer = send()
    const pending: Pending = {
      ids,
      action,
      done: answer.then(
        () => undefined,
        () => undefined,
      ),
      retireCounters() {
        takeBack?.()
        takeBack = null
      },
      retire: null,
      heard: false,
    }
    this.#pending.add(pending)
    const finish = () => {
      if (!this.#pending.delete(pending)) return
      pending.retireCounters()
      overlay.drop()
      if (this.#pending.size === 0) this.#world.settled()
    }
    const settled = answer.then(
      (exact) => {
        overlay.commit(exact, action.final)
        if (pending.heard) return finish()
        const timer = setTimeout(() => {
          // No push came: the connection is down, or it was missed. The counters are fetched before ours are removed.
          this.#world.refreshCounters().then(finish, finish)
          this.#world.revalidate()
        }, this.#world.echoGraceMs)
        pending.retire = () => {
          clearTimeout(timer)
          finish()
        }
      },
      (error: unknown) => {
        finish()
        throw error
      },
    )
    return { settled }
  }

  /**
   * Takes a push in, before the rows and counters it brings are applied: actions it speaks of give up their own
   * counters, because the new ones have them. What it answers is to be called when the rows are applied.
   */
  hear(message: SocketMessage): () => void {
    if (message.optType !== 'mailbox') return () => undefined
    const echoes = [...this.#pending].filter((pending) => isEcho(message, pending))
    for (const pending of echoes) {
      pending.heard = true
      pending.retireCounters()
    }
    return () => {
      for (const pending of echoes) pending.retire?.()
    }
  }
}

/**
 * Whether a push is about an action. Another window may have changed the same mails just before, and that push comes
 * first: its rows do not show this action's effect.
 */
function isEcho(message: Extract<SocketMessage, { optType: 'mailbox' }>, { ids, action }: Pending): boolean {
  const kind = message.change === 'updated' ? 'updated' : 'moved'
  if (action.echo !== kind || !overlaps(ids, new Set(message.mailIds))) return false
  if (kind === 'moved') return true
  const { mails, patch } = action
  const touches = typeof mails === 'function' ? mails : (row: MailRow) => ids?.has(row.mailId) === true
  return message.items.filter(touches).every((row) => {
    const done = patch(row)
    return done !== null && sameRow(done, row)
  })
}

function overlaps(a: ReadonlySet<number> | null, b: ReadonlySet<number> | null): boolean {
  if (!a || !b) return true
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  for (const id of small) if (large.has(id)) return true
  return false
}
