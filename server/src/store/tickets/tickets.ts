import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import type { Schema } from '../database/schema.ts'
import { randomToken, tokenHash } from '../sessions/tokens.ts'

type Parts = Pick<Context, 'store' | 'now'>
/** The store, or the transaction that the ticket is part of. */
type Db = Kysely<Schema>

export interface Ticket<T> {
  readonly accountId: number | null
  readonly data: T
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** How often it was brought back so far. */
  readonly tries: number
}

export interface NewTicket<T> {
  readonly data: T
  readonly accountId?: number | null
  /** What its owner brings back; a random one when left out. One that is known replaces the ticket of that name. */
  readonly token?: string
}

/** What a ticket is taken by: a store, or a transaction (`within`). */
export type TakingParts = Pick<Context, 'now'> & { readonly store: Pick<Context['store'], 'db'> }

export interface TicketKind<T> {
  /** Hands one out and answers its secret, of which the store keeps only the hash. */
  issue(context: Parts, ticket: NewTicket<T>, db?: Db): Promise<string>
  /** The ticket of a secret, null when there is none or its time is over. */
  read(context: Parts, token: string): Promise<Ticket<T> | null>
  /** The same, counted as one of `max` tries; null when they are used up. Tries of the same moment are all counted. */
  attempt(context: Parts, token: string, max: number): Promise<Ticket<T> | null>
  /** Takes it out of the store: of several who bring the same secret, one gets the ticket. */
  take(context: TakingParts, token: string): Promise<Ticket<T> | null>
  /** Puts other data in the place of the data that was read. False when another call was faster. */
  replace(context: Parts, token: string, before: Ticket<T>, data: T): Promise<boolean>
}

interface Row {
  readonly account_id: number | null
  readonly data: string
  readonly tries: number
  readonly expires_at: number
}

/**
 * Secrets of one purpose that a client sends back within a time: codes, steps of a login, puzzles. One of another purpose
 * never counts.
 */
export function ticketKind<S extends z.ZodType>(purpose: string, schema: S, lifeMs: number): TicketKind<z.output<S>> {
  type T = z.output<S>
  const hashOf = (token: string) => tokenHash(`${purpose}:${token}`)
  const ticketOf = (row: Row | undefined): Ticket<T> | null =>
    row
      ? {
          accountId: row.account_id,
          data: schema.parse(JSON.parse(row.data)),
          expiresAt: row.expires_at,
          tries: row.tries,
        }
      : null
  const columns = ['account_id', 'data', 'tries', 'expires_at'] as const
  return {
    async issue({ store, now }, { data, accountId = null, token = randomToken() }, db = store.db) {
      const row = {
        hash: hashOf(token),
        purpose,
        account_id: accountId,
        data: JSON.stringify(data),
        tries: 0,
        expires_at: now() + lifeMs,
      }
      const { hash: _hash, ...rest } = row
      await db
        .insertInto('ticket')
        .values(row)
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(rest))
        .execute()
      return token
    },
    async read({ store, now }, token) {
      const row = await store.db
        .selectFrom('ticket')
        .select(columns)
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return ticketOf(row)
    },
    async attempt({ store, now }, token, max) {
      const row = await store.db
        .updateTable('ticket')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .where('tries', '<', max)
        .returning(columns)
        .executeTakeFirst()
      return ticketOf(row)
    },
    async take({ store, now }, token) {
      const row = await store.db
        .deleteFrom('ticket')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now())
        .returning(columns)
        .executeTakeFirst()
      return ticketOf(row)
    },
    async replace({ store }, token, before, data) {
      const row = await store.db
        .updateTable('ticket')
        .set({ data: JSON.stringify(data) })
        .where('hash', '=', hashOf(token))
        .where('data', '=', JSON.stringify(before.data))
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** Ends every ticket of an account: what it has begun by codes, links and puzzles is over. */
export const endTickets = (db: Kysely<Schema>, accountId: number) =>
  db.deleteFrom('ticket').where('account_id', '=', accountId).execute()

/** Deletes the tickets whose time is over. */
export const forgetOldTickets = ({ store, now }: Parts) =>
  store.db.deleteFrom('ticket').where('expires_at', '<=', now()).execute()
