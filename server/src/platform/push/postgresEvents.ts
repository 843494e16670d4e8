import { randomUUID } from 'node:crypto'
import type { SocketMessage } from '@yanshu/contracts'
import { socketMessage } from '@yanshu/contracts/schemas'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import { type Events, LocalEvents } from './events.ts'

const CHANNEL = 'yanshu_push'
/** PostgreSQL carries less than 8,000 bytes in one notification. */
const PAYLOAD_MAX = 7_500
/** Ids of mails in one notification; what is longer goes out in several. */
const IDS_MAX = 500
const RECONNECT_MS = 1_000

const payload = z.object({ from: z.string(), accountId: z.number().int(), message: socketMessage })

/**
 * Events between several servers on one PostgreSQL. What is too large for a notification travels without its rows; the
 * contract lets a window fetch what it shows then.
 */
export class PostgresEvents implements Events {
  readonly #local: LocalEvents
  readonly #self = randomUUID()
  readonly #address: string
  readonly #log: Log
  #client: pg.Client | null = null
  #closed = false
  #reconnect: NodeJS.Timeout | null = null
  /** Notifications leave in the order they were published. */
  #sending: Promise<unknown> = Promise.resolve()

  constructor(address: string, log: Log) {
    this.#address = address
    this.#log = log
    this.#local = new LocalEvents((err) => log.warn({ err }, 'a window could not be told of a change'))
  }

  /** Starts to listen to the other servers. Throws when the store cannot be reached. */
  async open(): Promise<this> {
    const client = new pg.Client({ connectionString: this.#address })
    client.on('notification', (notification) => this.#receive(notification.payload ?? ''))
    client.on('error', (error) => this.#lost(error))
    client.on('end', () => this.#lost(null))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#local.lost()
    this.#client = client
    return this
  }

  publish(accountId: number, message: SocketMessage): void {
    this.#local.publish(accountId, message)
    for (const part of this.#payloads(accountId, message)) {
      this.#sending = this.#sending
        .then(() => this.#client?.query('select pg_notify($1, $2)', [CHANNEL, part]))
        .catch((error: unknown) => this.#log.warn({ err: error }, 'a change could not be told to the other servers'))
    }
  }

  /** Somebody always may listen: the windows of the other servers are not known here. */
  changed(accountId: number): boolean {
    this.#local.changed(accountId)
    return true
  }

  changedSince(accountId: number, time: number): boolean {
    return this.#local.changedSince(accountId, time)
  }

  subscribe(accountId: number, listener: (message: SocketMessage) => void): () => void {
    return this.#local.subscribe(accountId, listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#reconnect) clearTimeout(this.#reconnect)
    await this.#sending
    await this.#client?.end()
  }

  #payloads(accountId: number, message: SocketMessage): string[] {
    const write = (part: SocketMessage) => JSON.stringify({ from: this.#self, accountId, message: part })
    const whole = write(message)
    if (Buffer.byteLength(whole) <= PAYLOAD_MAX || message.optType === 'ready' || message.optType === 'event')
      return [whole]
    if (message.optType === 'mail') {
      const { mailId, mailboxId, counters } = message
      return [write({ optType: 'mailbox', change: 'added', mailboxId, mailIds: [mailId], items: [], counters })]
    }
    const parts: string[] = []
    for (let start = 0; start < Math.max(message.mailIds.length, 1); start += IDS_MAX) {
      const mailIds = message.mailIds.slice(start, start + IDS_MAX)
      const part = write({ ...message, mailIds, items: [] })
      // Hundreds of folders can fill a notification by their counters alone; a window then fetches those too.
      parts.push(
        Buffer.byteLength(part) <= PAYLOAD_MAX
          ? part
          : write({ ...message, mailIds, items: [], counters: { folders: [], labels: [] } }),
      )
    }
    return parts
  }

  #receive(text: string): void {
    try {
      const { from, accountId, message } = payload.parse(JSON.parse(text))
      if (from === this.#self) return
      this.#local.changed(accountId)
      this.#local.publish(accountId, message)
    } catch (error) {
      this.#log.warn({ err: error }, 'a notification of another server could not be read')
    }
  }

  #lost(error: Error | null): void {
    if (this.#closed || this.#reconnect) return
    if (error) this.#log.warn({ err: error }, 'lost the connection that tells of changes, trying again')
    this.#client = null
    this.#reconnect = setTimeout(() => {
      this.#reconnect = null
      this.open().catch((cause: Error) => this.#lost(cause))
    }, RECONNECT_MS)
  }
}
