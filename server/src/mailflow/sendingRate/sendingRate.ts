import { wallOf, zoneOfPerson } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { askAgain } from '../../store/queue/moveMail.ts'

type Db = Kysely<Schema>

/** Recipients of an hour where an operator has set nothing: far more than a person writes to. */
export const RECIPIENTS_AN_HOUR = 2_000
/** The name of the step; it stands in the rows. */
export const RATE_STEP = 'rate'
const HOUR_MS = 3_600_000

/** Recipients an hour; null without a limit. */
export type SendingLimit = number | null

export interface SetLimit {
  /** Null for all accounts without a limit of their own. */
  readonly address: string | null
  readonly perHour: SendingLimit
}

const scopeOf = (accountId: number | null): string => (accountId === null ? 'all' : `account:${accountId}`)

/** How many recipients an account may write to in an hour: its own limit, else that of all. */
export async function limitOf(db: Db, accountId: number): Promise<SendingLimit> {
  const rows = await db
    .selectFrom('sending_limit')
    .select(['scope', 'per_hour'])
    .where('scope', 'in', [scopeOf(null), scopeOf(accountId)])
    .execute()
  const [nearest] = rows.toSorted((a, b) => b.scope.length - a.scope.length)
  return nearest ? nearest.per_hour : RECIPIENTS_AN_HOUR
}

/** Every limit that is set, that of all accounts first. */
export async function listLimits({ store }: Pick<Context, 'store'>): Promise<SetLimit[]> {
  const rows = await store.db
    .selectFrom('sending_limit')
    .leftJoin('account', 'account.id', 'sending_limit.account_id')
    .select(['account.address', 'per_hour'])
    .orderBy('account_id')
    .execute()
  const limits = rows.map((row) => ({ address: row.address, perHour: row.per_hour }))
  const all = limits.find(({ address }) => address === null)
  return [all ?? { address: null, perHour: RECIPIENTS_AN_HOUR }, ...limits.filter(({ address }) => address !== null)]
}

/**
 * Sets the limit of all accounts, or of one; `undefined` for what holds without it. What is held is judged by it at
 * once. Throws an `OperatorError` when there is no such account.
 */
export async function setLimit(
  context: Pick<Context, 'store' | 'now'>,
  address: string | null,
  perHour: SendingLimit | undefined,
): Promise<void> {
  await transact(context, async (trx) => {
    const account =
      address === null
        ? null
        : await trx.selectFrom('account').select('id').where('address', '=', address.toLowerCase()).executeTakeFirst()
    if (account === undefined) throw new OperatorError(`There is no account ${address}`)
    const accountId = account?.id ?? null
    const scope = scopeOf(accountId)
    await trx.deleteFrom('sending_limit').where('scope', '=', scope).execute()
    await askAgain(trx, RATE_STEP, context.now(), accountId)
    if (perHour === undefined) return
    await trx.insertInto('sending_limit').values({ scope, account_id: accountId, per_hour: perHour }).execute()
  })
}

/** Mail that is to leave now. */
export interface Sending {
  readonly accountId: number
  readonly recipients: number
}

export type Room =
  | 'room'
  /** It can leave at `until`, when enough of what was sent is an hour old. */
  | { readonly until: number; readonly limit: number }
  /** It has more recipients than may be written to in an hour at all. */
  | { readonly never: true; readonly limit: number }

/** Whether a mail may leave now, by what its account has sent within the last hour. Counts nothing. */
export async function roomFor(db: Db, { accountId, recipients }: Sending, now: number): Promise<Room> {
  const limit = await limitOf(db, accountId)
  if (limit === null) return 'room'
  if (recipients > limit) return { never: true, limit }
  const { used } = await db
    .selectFrom('sent_recipients')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('recipients'), sql<number>`0`).as('used'))
    .where('account_id', '=', accountId)
    .where('at', '>', now - HOUR_MS)
    .executeTakeFirstOrThrow()
  const over = Number(used) + recipients - limit
  if (over <= 0) return 'room'
  return { limit, until: await roomAt(db, accountId, over, now) }
}

/** When what is sent first of the last hour, and is that many recipients, is an hour old. */
async function roomAt(db: Db, accountId: number, over: number, now: number): Promise<number> {
  const rows = await db
    .selectFrom('sent_recipients')
    .select(['at', 'recipients'])
    .where('account_id', '=', accountId)
    .where('at', '>', now - HOUR_MS)
    .orderBy('at')
    .limit(over)
    .execute()
  let freed = 0
  for (const row of rows) {
    freed += row.recipients
    if (freed >= over) return row.at + HOUR_MS
  }
  return now + HOUR_MS
}

/**
 * Counts a mail that leaves in this transaction, where there is room for it. One transaction at a time counts for an
 * account (`countAlone`), also of several servers, so that mails of the same moment do not pass the limit together.
 */
export async function countSending(
  trx: Trx,
  { store, now }: Pick<TransactionContext, 'store' | 'now'>,
  outgoingId: string,
  sending: Sending,
): Promise<Room> {
  const { accountId, recipients } = sending
  await countAlone(trx, store, accountId)
  const at = now()
  const room = await roomFor(trx, sending, at)
  if (room !== 'room') return room
  await trx
    .deleteFrom('sent_recipients')
    .where('account_id', '=', accountId)
    .where('at', '<=', at - HOUR_MS)
    .execute()
  await trx
    .insertInto('sent_recipients')
    .values({ outgoing_id: outgoingId, account_id: accountId, at, recipients })
    .onConflict((conflict) => conflict.column('outgoing_id').doUpdateSet({ at, recipients }))
    .execute()
  return 'room'
}

/** A moment as the clock of an account shows it, such as 14:20. */
export async function clockOf(db: Db, accountId: number, moment: number): Promise<string> {
  const zone = zoneOfPerson(await readSettings({ store: { db } }, accountId))
  return new Date(wallOf(zone, moment)).toISOString().slice(11, 16)
}
