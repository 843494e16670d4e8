import { type ItemCache, type RowPatch, sameRow } from '../cache/itemCache.ts'
import type { ItemId, ItemRow, ItemTraits } from '../itemKind.ts'

/** How the push that follows an action is recognised: items changed where they are, or came and went. */
export type EchoKind = 'updated' | 'moved'

/** One action on items: the state of the rows at once, and how it is sent to the server. */
export interface Action<Row, Id, Delta = never> {
  /** The items it is done to; a rule when it is a whole place, then also rows that are learnt later. */
  readonly items: readonly Id[] | ((row: Row) => boolean)
  /** Applied at once, and again over whatever the server sends in the meantime. Idempotent. */
  readonly patch: RowPatch<Row>
  /**
   * Sends it to the server. `rows` are the items as the server has them at that moment. It may resolve to a more exact
   * patch (new numbers in the target folder). Rejects when nothing was done.
   */
  send(rows: readonly Row[]): Promise<RowPatch<Row> | undefined>
  /** The items are gone for good afterwards. */
  readonly final?: boolean
  /** Recognises the push about it. Left out where none follows: then the answer ends the action. */
  readonly echo?: EchoKind
  /** Changes of counters, used instead of those computed from the rows when given. */
  readonly counters?: readonly Delta[]
}

/** An item before and after an action; undefined when it is not there. */
export type BeforeAfter<Row> = readonly [before: Row | undefined, after: Row | undefined]

/** The counters that people see beside lists, where a kind has any. */
export interface CountersOf<Row, Delta> {
  /** What becomes of the counters when rows change. */
  deltasOf(changes: readonly BeforeAfter<Row>[]): readonly Delta[]
  /** Changes the counters that are shown; returns how to take the change away again. */
  adjust(deltas: readonly Delta[]): () => void
  /** Fetches the counters as the server has them. */
  refresh(): Promise<void>
}

/** What the engine needs of the rest of the client. */
export interface EngineWorld<Row extends ItemRow, Id extends ItemId, Delta> {
  readonly kind: Pick<ItemTraits<Row, Id>, 'idOf'>
  readonly cache: ItemCache<Row, Id>
  readonly counters?: CountersOf<Row, Delta> | undefined
  readonly lists: {
    /** A push may have been missed: reads the visible lists again. */
    revalidate(): void
    /** No action is under way any more. */
    settle(): void
  }
  /** How long to wait for the push that follows an answer before asking, in ms. */
  readonly echoGraceMs: number
}

/** A push about items of the kind. */
export interface Echo<Row, Id> {
  readonly kind: EchoKind
  readonly ids: readonly Id[]
  /** The rows that came with it, of some of them or of none. */
  readonly rows: readonly Row[]
}

export interface Started {
  /** Resolves when the server has agreed, rejects with its error after the rows are back as they were. */
  readonly settled: Promise<void>
}

interface Pending<Row, Id, Delta> {
  readonly ids: ReadonlySet<Id> | null
  readonly action: Action<Row, Id, Delta>
  readonly done: Promise<void>
  /** The server's counters already include it. */
  retireCounters(): void
  /** Called once the server agreed and the push has come (or was waited for in vain). */
  retire: (() => void) | null
  echoed: boolean
}

/**
 * Runs actions: at once on the screen, then on the server, in the order they were given where they touch the same
 * items and side by side where they do not. An action that failed is taken away; those after it stand.
 */
export class ActionEngine<Row extends ItemRow, Id extends ItemId, Delta = never> {
  readonly #world: EngineWorld<Row, Id, Delta>
  readonly #pending = new Set<Pending<Row, Id, Delta>>()

  constructor(world: EngineWorld<Row, Id, Delta>) {
    this.#world = world
  }

  /** Whether anything is on its way to the server. */
  get busy(): boolean {
    return this.#pending.size > 0
  }

  run(action: Action<Row, Id, Delta>): Started {
    const { cache, counters } = this.#world
    const ids = typeof action.items === 'function' ? null : new Set(action.items)
    const named = [...(ids ?? [])]
    const before = named.map((id) => cache.row(id))
    const overlay = cache.lay(action.items, action.patch, { newestWins: action.echo === 'updated' })
    const deltas =
      action.counters ?? counters?.deltasOf(named.map((id, at) => [before[at], cache.row(id)] as const)) ?? []
    let takeBack: (() => void) | null = (deltas.length > 0 && counters?.adjust(deltas)) || null
    const earlier = [...this.#pending].filter((other) => overlaps(other.ids, ids)).map((other) => other.done)

    const send = async () => {
      await Promise.allSettled(earlier)
      const rows = named.map((id) => cache.known(id)).filter((row) => row !== undefined)
      return action.send(rows)
    }
    const answer = send()
    const pending: Pending<Row, Id, Delta> = {
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
      echoed: false,
    }
    this.#pending.add(pending)
    const finish = () => {
      if (!this.#pending.delete(pending)) return
      pending.retireCounters()
      overlay.drop()
      if (this.#pending.size === 0) this.#world.lists.settle()
    }
    const settled = answer.then(
      (exact) => {
        overlay.commit(exact, action.final)
        if (pending.echoed || !action.echo) return finish()
        const timer = setTimeout(() => {
          // No push came: the connection is down, or it was missed. The counters are fetched before ours are removed.
          Promise.resolve(counters?.refresh()).then(finish, finish)
          this.#world.lists.revalidate()
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
   * Receives a push, before the rows and counters it brings are applied: actions it is about give up their own
   * counters, because the new ones have them. What it answers is to be called when the rows are applied.
   */
  applyEcho(echo: Echo<Row, Id>): () => void {
    const echoes = [...this.#pending].filter((pending) => this.#isEcho(echo, pending))
    for (const pending of echoes) {
      pending.echoed = true
      pending.retireCounters()
    }
    return () => {
      for (const pending of echoes) pending.retire?.()
    }
  }

  /**
   * Whether a push is about an action. Another window may have changed the same items just before, and that push comes
   * first: its rows do not show this action's effect.
   */
  #isEcho({ kind, ids: pushed, rows }: Echo<Row, Id>, { ids, action }: Pending<Row, Id, Delta>): boolean {
    if (action.echo !== kind || !overlaps(ids, new Set(pushed))) return false
    if (kind === 'moved') return true
    const { items, patch } = action
    const touches = typeof items === 'function' ? items : (row: Row) => ids?.has(this.#world.kind.idOf(row)) === true
    return rows.filter(touches).every((row) => {
      const done = patch(row)
      return done !== null && sameRow(done, row)
    })
  }
}

function overlaps<Id>(a: ReadonlySet<Id> | null, b: ReadonlySet<Id> | null): boolean {
  if (!a || !b) return true
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  for (const id of small) if (large.has(id)) return true
  return false
}
