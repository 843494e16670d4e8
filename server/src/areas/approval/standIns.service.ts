import type { MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Actor } from '../../platform/actor/actor.ts'
import { ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { whoIsAway } from '../auto-reply/index.ts'
import { ApproverNotFoundError } from './approvalErrors.ts'
import { type Colleague, deciders, type Machine, type Replaced, replaceAway } from './approvalMachine.ts'
import { peopleOf, personAt } from './approvers.ts'

type Db = Kysely<Schema>
type Asking = Pick<Actor, 'accountId' | 'personId'>

/** Whom a stand-in who is away has named, and whom these have named: further ones are not asked. */
const STEPS_MAX = 3

async function standInIdOf(db: Db, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('approval_stand_in')
    .select('stand_in_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.stand_in_id ?? null
}

/**
 * Lets others stand in for those for whom a mail begins to wait and who have an absence note: whom they have named
 * themselves, else whom the rule names. A stand-in who is away is replaced by theirs.
 * @param before the mail as it waited before; null when it is held just now
 */
export async function withStandIns(
  db: Db,
  now: number,
  machine: Machine,
  before: Machine | null,
): Promise<{ readonly machine: Machine; readonly replaced: readonly Replaced[] }> {
  const known = new Set(before?.level === machine.level ? deciders(before).map(({ accountId }) => accountId) : [])
  const asked = deciders(machine).flatMap(({ accountId }) =>
    accountId === null || known.has(accountId) ? [] : [accountId],
  )
  const away = await whoIsAway(db, asked, now)
  if (away.size === 0) return { machine, replaced: [] }
  const ofRule = machine.levels[machine.level]?.standIn ?? null
  const standIns = new Map<number, readonly Colleague[]>()
  for (const id of away) {
    const named = [
      await presentFrom(db, now, id),
      ofRule && (await isPresent(db, now, ofRule.accountId)) ? ofRule : null,
    ]
    standIns.set(
      id,
      named.filter((one) => one !== null),
    )
  }
  return replaceAway(machine, standIns, now)
}

const isPresent = async (db: Db, now: number, accountId: number): Promise<boolean> =>
  !(await whoIsAway(db, [accountId], now)).has(accountId)

/** Who stands in for a person who is away: the first who is there. */
async function presentFrom(db: Db, now: number, accountId: number): Promise<Colleague | null> {
  const passed = new Set([accountId])
  let id: number | null = accountId
  for (let step = 0; step < STEPS_MAX; step += 1) {
    id = await standInIdOf(db, id)
    if (id === null || passed.has(id)) return null
    passed.add(id)
    if (await isPresent(db, now, id)) return (await peopleOf(db, [id]))[0] ?? null
  }
  return null
}

/** Throws `ForbiddenError` for who uses the mailbox of another person. */
function requireOwn({ accountId, personId }: Asking): void {
  if (personId !== accountId) throw new ForbiddenError()
}

/** Who decides in the place of a person while they are away; null for none, and where that account is gone. */
export async function readStandIn(context: Context, caller: Asking): Promise<MailAddress | null> {
  requireOwn(caller)
  const { db } = context.store
  const id = await standInIdOf(db, caller.accountId)
  const [person] = id === null ? [] : await peopleOf(db, [id])
  return person ? { name: person.name, address: person.address } : null
}

/** Names them. Throws `ApproverNotFoundError` for who is not there, and for the person themselves. */
export async function saveStandIn(context: Context, caller: Asking, address: string): Promise<MailAddress | null> {
  requireOwn(caller)
  await setStandIn(context, caller.accountId, address)
  return readStandIn(context, caller)
}

export async function removeStandIn(context: Context, caller: Asking): Promise<void> {
  requireOwn(caller)
  await setStandIn(context, caller.accountId, null)
}

/**
 * As an operator does for a person who fell ill; null for none. Throws `NotFoundError` for an account that is not there, and
 * `ApproverNotFoundError`.
 */
export async function setStandInOf(context: Context, account: string, address: string | null): Promise<void> {
  const person = await personAt(context.store.db, account)
  if (!person) throw new NotFoundError()
  await setStandIn(context, person.accountId, address)
}

async function setStandIn(context: Context, accountId: number, address: string | null): Promise<void> {
  await transact(context, async (trx) => {
    if (address === null) {
      await trx.deleteFrom('approval_stand_in').where('account_id', '=', accountId).execute()
      return
    }
    const person = await personAt(trx, address)
    if (!person || person.accountId === accountId) throw new ApproverNotFoundError()
    await trx
      .insertInto('approval_stand_in')
      .values({ account_id: accountId, stand_in_id: person.accountId })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ stand_in_id: person.accountId }))
      .execute()
  })
}
