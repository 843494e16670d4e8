import type { SocketMessage } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { type Changes, newestChange, readChangesForAll } from '../../store/mailbox/changesSince.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { markListed } from '../risk-check/index.ts'

/** One open window of an account. */
export interface FeedWindow {
  /** Whose it is: folders with a password are open to sessions. */
  readonly sessionId: string
  send(message: SocketMessage): void
}

interface Follower extends FeedWindow {
  /** The number of the last change that was sent to this window. */
  seq: number
}

export interface Following {
  /** Sends the changes after a number again: the window got an older answer after its greeting. */
  catchUp(since: number): void
  stop(): void
}

/** How often accounts with open windows are checked for changes by other programs or with a lost notification; in ms. */
const LOOK_EVERY_MS = 3_000

/**
 * Sends the changes of the change log to the open windows of accounts, to each window every change once and in order. Code
 * that changes something only notifies them: what is sent does not depend on which server it was or whether the notification
 * arrived.
 */
export class AccountFeeds {
  readonly #context: Context
  readonly #feeds = new Map<number, Feed>()
  readonly #timer: NodeJS.Timeout
  #looking = false

  constructor(context: Context) {
    this.#context = context
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /**
   * Greets a window and sends what it missed: nothing, the changes after `since`, or that it has to read everything again.
   * From then on it gets every change.
   */
  async follow(accountId: number, window: FeedWindow, since: number | undefined): Promise<Following> {
    let feed = this.#feeds.get(accountId)
    if (!feed) {
      feed = new Feed(this.#context, accountId)
      this.#feeds.set(accountId, feed)
    }
    const mine = feed
    const stop = () => {
      mine.leave(follower)
      if (!mine.empty || this.#feeds.get(accountId) !== mine) return
      this.#feeds.delete(accountId)
      mine.close()
    }
    const follower: Follower = { send: window.send, sessionId: window.sessionId, seq: 0 }
    try {
      await mine.greet(follower, since)
    } catch (error) {
      stop()
      throw error
    }
    return { stop, catchUp: (from) => mine.catchUp(follower, from) }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const feed of this.#feeds.values()) feed.close()
  }

  /** One small query, while windows are open. */
  async #look(): Promise<void> {
    if (this.#looking || this.#feeds.size === 0) return
    this.#looking = true
    const { store, log } = this.#context
    try {
      const accounts = await store.db
        .selectFrom('account')
        .select(['id', 'change_seq'])
        .where(numberIn(store.engine, 'id', [...this.#feeds.keys()]))
        .execute()
      for (const { id, change_seq } of accounts) this.#feeds.get(id)?.noteChange(change_seq)
    } catch (error) {
      log.warn({ err: error }, 'the changes of accounts with open windows could not be looked at')
    }
    this.#looking = false
  }
}

/** Sends a window the changes that were not yet sent to it. */
function hand(follower: Follower, { seq, messages }: Changes): void {
  const before = follower.seq
  follower.seq = Math.max(before, seq)
  if (messages === null) {
    if (before !== seq) follower.send({ optType: 'ready', seq, missed: true })
    return
  }
  for (const { of, message } of messages) if (of > before) follower.send(message)
}

/** The rows of mails that came, which windows put into lists that they show already. */
const arrivedIn = ({ messages }: Changes) =>
  (messages ?? []).flatMap(({ message }) => {
    if (message.optType === 'mail') return [message.item]
    return message.optType === 'mailbox' && message.change === 'added' ? message.items : []
  })

/** The windows of one account; changes are sent one after another. */
class Feed {
  readonly #context: Context
  readonly #accountId: number
  readonly #followers = new Set<Follower>()
  readonly #stops: readonly (() => void)[]
  /** Windows that are about to be greeted. */
  #joining = 0
  #seq = 0
  #woken = false
  #work: Promise<void> = Promise.resolve()

  constructor(context: Context, accountId: number) {
    this.#context = context
    this.#accountId = accountId
    this.#stops = [
      context.events.subscribe(accountId, () => this.#wake()),
      context.events.onEvent(accountId, (event) => {
        for (const follower of this.#followers) follower.send(event)
      }),
    ]
  }

  get empty(): boolean {
    return this.#followers.size === 0 && this.#joining === 0
  }

  async greet(follower: Follower, since: number | undefined): Promise<void> {
    this.#joining += 1
    try {
      await this.#inTurn(async () => {
        const { seq, messages } =
          since === undefined
            ? { seq: await newestChange(this.#context, this.#accountId), messages: [] }
            : await this.#changes(follower, since)
        // Changes that are sent after this window joins begin where its greeting ends.
        if (this.#followers.size === 0) this.#seq = seq
        follower.seq = seq
        this.#followers.add(follower)
        // The greeting comes last: until then a window holds on to the number it came with.
        for (const { message } of messages ?? []) follower.send(message)
        follower.send({ optType: 'ready', seq, missed: messages === null })
      })
    } finally {
      this.#joining -= 1
    }
  }

  catchUp(follower: Follower, since: number): void {
    void this.#inTurn(async () => {
      if (!this.#followers.has(follower)) return
      const { seq, messages } = await this.#changes(follower, since)
      for (const { message } of messages ?? []) follower.send(message)
      if (messages === null) follower.send({ optType: 'ready', seq, missed: true })
      follower.seq = Math.max(follower.seq, seq)
    }).catch((error: unknown) => this.#failed(error))
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower)
  }

  /** The account's newest change has this number. */
  noteChange(seq: number): void {
    if (seq !== this.#seq) this.#wake()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#followers.clear()
  }

  #wake(): void {
    // One reading of the changes serves all calls before it begins.
    if (this.#woken || this.#followers.size === 0) return
    this.#woken = true
    void this.#inTurn(() => {
      this.#woken = false
      return this.#advance()
    }).catch((error: unknown) => this.#failed(error))
  }

  async #advance(): Promise<void> {
    if (this.#followers.size === 0) return
    const since = this.#seq
    const shared = await readChangesForAll(this.#context, this.#accountId, since)
    if (shared) {
      for (const follower of this.#followers) hand(follower, shared)
      this.#markArrived(shared)
      this.#seq = shared.seq
      return
    }
    // Windows may read different folders. Each goes on from the last number that was sent to it.
    let lowest = Number.MAX_SAFE_INTEGER
    for (const follower of this.#followers) {
      const changes = await this.#changes(follower, since)
      hand(follower, changes)
      this.#markArrived(changes)
      lowest = Math.min(lowest, changes.seq)
    }
    if (lowest < Number.MAX_SAFE_INTEGER) this.#seq = lowest
  }

  /** A list that is shown is not asked for again: its new mails are checked for risks as listed ones are. */
  #markArrived(changes: Changes): void {
    markListed(this.#context, this.#accountId, arrivedIn(changes))
  }

  #changes({ sessionId }: FeedWindow, since: number): Promise<Changes> {
    const window = { accountId: this.#accountId, openFolders: { sessionId } }
    return openMailbox(this.#context, window).changesSince(since)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => {})
    return done
  }

  #failed(error: unknown): void {
    this.#woken = false
    this.#context.log.warn({ err: error, accountId: this.#accountId }, 'windows could not be told of a change yet')
  }
}
