import { randomUUID } from 'node:crypto'
import type { EventMessage } from '@yanshu/contracts'
import { socketMessage } from '@yanshu/contracts/schemas'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { type Events, LocalEvents } from './events.ts'

const CHANNEL = 'yanshu_push'
/** The name by which an operator recognises these connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'yanshu push'
/** PostgreSQL carries less than 8,000 bytes in one notification. */
const BYTES_MAX = 7_900
/** Accounts in one notification. */
const ACCOUNTS_MAX = 400
/** Waits before the first and every further attempt to connect again. */
const RECONNECT_MS = [50, 1_000] as const
/** The longest that PostgreSQL may keep this connection waiting: to be opened, and for each answer. */
const ANSWER_WITHIN_MS = 10_000

const payload = z.object({
  from: z.string(),
  accounts: z.array(z.number().int()).default([]),
  event: z.object({ accountId: z.number().int(), message: socketMessage }).optional(),
})

/**
 * Events between several servers on one PostgreSQL. A notification names accounts; what changed is in the change log.
 * When the connection was lost, every listener looks there for what it missed, and notifications that could not be sent
 * are sent then. Open events travel whole; those that other servers sent while the connection was lost are lost.
 */
export class PostgresEvents implements Events {
  readonly #local: LocalEvents
  readonly #self = randomUUID()
  readonly #address: string
  readonly #log: Log
  #client: pg.Client | null = null
  #closed = false
  #reconnect: NodeJS.Timeout | null = null
  /** Attempts to connect since the connection was lost. */
  #attempts = 0
  readonly #answerWithin: number
  /** Accounts whose change the other servers have not been notified of. */
  readonly #unsaid = new Set<number>()
  /** Notifications of open events that the other servers have not got. */
  readonly #unsaidEvents: string[] = []
  #saying: Promise<void> | null = null

  constructor(address: string, log: Log, { answerWithin = ANSWER_WITHIN_MS }: { readonly answerWithin?: number } = {}) {
    this.#address = address
    this.#answerWithin = answerWithin
    this.#log = log
    this.#local = new LocalEvents((err) => log.warn({ err }, 'a window could not be told of a change'))
  }

  /** Starts to listen to the other servers. Throws when the store cannot be reached. */
  async open(): Promise<this> {
    const client = new pg.Client({
      connectionString: this.#address,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: this.#answerWithin,
      query_timeout: this.#answerWithin,
      // No data comes for hours; the other side may have ended without closing the connection.
      keepAlive: true,
      keepAliveInitialDelayMillis: this.#answerWithin,
    })
    client.on('notification', (notification) => this.#receive(notification.payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, null))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#closed) {
      await client.end()
      return this
    }
    this.#client = client
    this.#attempts = 0
    this.#local.lost()
    this.#say()
    return this
  }

  changed(accountId: number): void {
    this.#local.changed(accountId)
    this.#unsaid.add(accountId)
    this.#say()
  }

  subscribe(accountId: number, listener: () => void): () => void {
    return this.#local.subscribe(accountId, listener)
  }

  publish(accountId: number, message: EventMessage): void {
    this.#local.publish(accountId, message)
    try {
      const text = JSON.stringify({ from: this.#self, event: { accountId, message } })
      if (Buffer.byteLength(text) > BYTES_MAX) throw new Error('an open event is too long for the other servers')
      this.#unsaidEvents.push(text)
      this.#say()
    } catch (error) {
      this.#log.warn({ err: error }, 'an open event cannot be told to the other servers')
    }
  }

  publishToAll(message: EventMessage): void {
    this.#local.publishToAll(message)
  }

  onEvent(accountId: number, listener: (event: EventMessage) => void): () => void {
    return this.#local.onEvent(accountId, listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#reconnect) clearTimeout(this.#reconnect)
    await this.#saying
    await this.#client?.end()
  }

  get #isWaiting(): boolean {
    return this.#unsaid.size > 0 || this.#unsaidEvents.length > 0
  }

  #say(): void {
    this.#saying ??= this.#sayAll().finally(() => {
      this.#saying = null
      // Added just when the last had been sent.
      if (this.#client && this.#isWaiting) this.#say()
    })
  }

  /** Many changes of the same moment are sent together. */
  async #sayAll(): Promise<void> {
    // Not before the caller has finished with the accounts it names.
    await null
    for (let client = this.#client; client && this.#isWaiting; client = this.#client) {
      const accounts = [...this.#unsaid].slice(0, ACCOUNTS_MAX)
      // An event needs a notification for itself: it may be long.
      const event = accounts.length > 0 ? undefined : this.#unsaidEvents[0]
      const text = event ?? JSON.stringify({ from: this.#self, accounts })
      for (const accountId of accounts) this.#unsaid.delete(accountId)
      try {
        await client.query('select pg_notify($1, $2)', [CHANNEL, text])
        if (event) this.#unsaidEvents.shift()
      } catch (error) {
        for (const accountId of accounts) this.#unsaid.add(accountId)
        if (!this.#closed) this.#log.warn({ err: error }, 'a change could not be told to the other servers yet')
        this.#lost(client, null)
        return
      }
    }
  }

  #receive(text: string): void {
    try {
      const { from, accounts, event } = payload.parse(JSON.parse(text))
      if (from === this.#self) return
      for (const accountId of accounts) this.#local.changed(accountId)
      if (event?.message.optType === 'event') this.#local.publish(event.accountId, event.message)
    } catch (error) {
      this.#log.warn({ err: error }, 'a notification of another server could not be read')
    }
  }

  #lost(client: pg.Client, error: Error | null): void {
    if (this.#closed || (this.#client !== null && this.#client !== client)) return
    if (error) this.#log.warn({ err: error }, 'lost the connection that tells of changes, trying again')
    this.#client = null
    client.end().catch(() => {})
    this.#again()
  }

  #again(): void {
    if (this.#closed || this.#reconnect) return
    this.#reconnect = setTimeout(
      () => {
        this.#reconnect = null
        this.open().catch((error: unknown) => {
          this.#log.warn({ err: error }, 'the connection that tells of changes cannot be opened yet')
          this.#again()
        })
      },
      RECONNECT_MS[Math.min(this.#attempts++, RECONNECT_MS.length - 1)],
    )
  }
}
