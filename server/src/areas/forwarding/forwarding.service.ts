import {
  type AutoForward,
  FORWARD_ADDRESSES_MAX,
  FORWARD_CODE_TRIES,
  FORWARD_CODE_VALID_MS,
  sameAddress,
} from '@yanshu/contracts'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { routeOf } from '../../mailflow/queue/route.ts'
import { CodeOverError, NameTakenError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { CLOCKS_APART_MS } from '../../store/throttle/throttle.ts'
import { codeHash, isRightCode, makeCode } from '../codes/index.ts'
import { CodeWrongError, type ForwardProblem, ForwardRefusedError, TooManyForwardsError } from './forwardErrors.ts'

/** A code is mailed again after so long. */
const CODE_EVERY_MS = 60_000

type Parts = Pick<Context, 'store'>

/** Whether the administrator lets this account forward. */
export const mayForward = async ({ store }: Parts, accountId: number): Promise<boolean> =>
  (await switchesOf(store.db, accountId)).autoForwardEnable

/** For writers that come by no call of forwarding, such as a file of settings. */
async function requireForwarding(context: Parts, accountId: number): Promise<void> {
  if (!(await mayForward(context, accountId))) throw new ForwardRefusedError('switched-off')
}

/** Every address of an account, in lower case. */
export async function ownAddresses({ store }: Parts, accountId: number): Promise<string[]> {
  const account = store.db.selectFrom('account').select('address').where('id', '=', accountId)
  const aliases = store.db.selectFrom('alias').select('address').where('account_id', '=', accountId)
  return (await account.unionAll(aliases).execute()).map(({ address }) => address.toLowerCase())
}

/** The same of many accounts, by one query for every 500 of them. */
export async function ownAddressesOfMany(
  { store }: Parts,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  const addresses = new Map<number, string[]>()
  for (let start = 0; start < accountIds.length; start += 500) {
    const ids = accountIds.slice(start, start + 500)
    const accounts = store.db.selectFrom('account').select(['id as account_id', 'address']).where('id', 'in', ids)
    const aliases = store.db.selectFrom('alias').select(['account_id', 'address']).where('account_id', 'in', ids)
    for (const { account_id, address } of await accounts.unionAll(aliases).execute()) {
      addresses.set(account_id, [...(addresses.get(account_id) ?? []), address.toLowerCase()])
    }
  }
  return addresses
}

const addressesOf = ({ store }: Parts, accountId: number) =>
  store.db
    .selectFrom('forward_address')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('address')
    .execute()

/** Outside addresses that their owners have confirmed. */
export async function confirmedForwards(context: Parts, accountId: number): Promise<string[]> {
  const rows = await addressesOf(context, accountId)
  return rows.flatMap(({ address, outside, confirmed_at }) => (outside && confirmed_at !== null ? [address] : []))
}

/** The same of many accounts, by one query for every 500 of them. */
export async function confirmedForwardsOfMany(
  { store }: Parts,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  const confirmed = new Map<number, string[]>()
  for (let start = 0; start < accountIds.length; start += 500) {
    const rows = await store.db
      .selectFrom('forward_address')
      .select(['account_id', 'address'])
      .where('account_id', 'in', accountIds.slice(start, start + 500))
      .where('outside', '=', 1)
      .where('confirmed_at', 'is not', null)
      .execute()
    for (const { account_id, address } of rows) {
      confirmed.set(account_id, [...(confirmed.get(account_id) ?? []), address])
    }
  }
  return confirmed
}

/** Why mail of an account may not go on to an address; null when it may. */
export async function forwardProblem(
  context: Pick<Context, 'store' | 'config'>,
  accountId: number,
  address: string,
): Promise<ForwardProblem | null> {
  if (!(await mayForward(context, accountId))) return 'switched-off'
  const destination = await findDestination(context.store.db, address)
  const problem = problemOf(context, accountId, address, destination)
  if (problem || destination.kind !== 'elsewhere') return problem
  const confirmed = await confirmedForwards(context, accountId)
  return confirmed.some((one) => sameAddress(one, address)) ? null : 'unconfirmed'
}

/** Why mail may not go to where an address leads, whether its owner has confirmed it or not. */
function problemOf(
  { config }: Pick<Context, 'config'>,
  accountId: number,
  address: string,
  destination: Awaited<ReturnType<typeof findDestination>>,
): 'own' | 'nobody' | 'no-relay' | null {
  if (destination.kind === 'account') return destination.accountId === accountId ? 'own' : null
  if (destination.kind !== 'elsewhere') return 'nobody'
  return routeOf(config, address) ? null : 'no-relay'
}

/** Forwarding as its owner set it. */
export async function readForward(context: Parts, accountId: number): Promise<AutoForward> {
  const row = await context.store.db
    .selectFrom('auto_forward')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const addresses = await addressesOf(context, accountId)
  return {
    enabled: row?.enabled === 1,
    keepCopy: row ? row.keep_copy === 1 : true,
    addresses: addresses.map(({ address, outside, confirmed_at }) => ({
      address,
      outside: outside === 1,
      confirmed: confirmed_at !== null,
    })),
  }
}

/** Addresses to which all mail of an account goes on at this moment: none while it is off or not allowed. */
export async function activeForwards(context: Parts, accountId: number): Promise<string[]> {
  const { enabled, addresses } = await readForward(context, accountId)
  if (!enabled || !(await mayForward(context, accountId))) return []
  return addresses.flatMap(({ address, confirmed }) => (confirmed ? [address] : []))
}

async function change(context: Context, accountId: number, work: (trx: Trx) => Promise<void>): Promise<AutoForward> {
  await transact(context, async (trx) => {
    await work(trx)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
  return readForward(context, accountId)
}

export async function saveForward(
  context: Context,
  accountId: number,
  { enabled, keepCopy }: Pick<AutoForward, 'enabled' | 'keepCopy'>,
): Promise<AutoForward> {
  await requireForwarding(context, accountId)
  const values = { enabled: enabled ? 1 : 0, keep_copy: keepCopy ? 1 : 0 }
  return change(context, accountId, async (trx) => {
    await trx
      .insertInto('auto_forward')
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
  })
}

/** Adds an address; an outside one is mailed a code, also again when it stands there unconfirmed. */
export async function addForward(context: Context, accountId: number, typed: string): Promise<AutoForward> {
  await requireForwarding(context, accountId)
  const address = typed.toLowerCase()
  const destination = await findDestination(context.store.db, address)
  const problem = problemOf(context, accountId, address, destination)
  if (problem) throw new ForwardRefusedError(problem, address)
  const outside = destination.kind === 'elsewhere'
  const known = await addressesOf(context, accountId)
  const there = known.find((one) => one.address === address)
  if (there && (!outside || there.confirmed_at !== null)) throw new NameTakenError()
  if (!there && known.length >= FORWARD_ADDRESSES_MAX) {
    throw new TooManyForwardsError()
  }
  const now = context.now()
  if (!outside) {
    return change(context, accountId, async (trx) => {
      await requireRoom(trx, context, accountId, address)
      const row = { account_id: accountId, address, outside: 0, confirmed_at: now, added_at: now }
      await trx
        .insertInto('forward_address')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'address']).doNothing())
        .execute()
    })
  }
  if (there) requireCodeWait(there, now)
  const code = makeCode()
  const message = await codeMail(context, accountId, address, code)
  const fresh = { code_hash: codeHash(address, code), code_sent_at: now, tries: 0 }
  const answer = await change(context, accountId, async (trx) => {
    await requireRoom(trx, context, accountId, address)
    // A call of the same moment may have sent a code.
    const standing = await trx
      .selectFrom('forward_address')
      .select('code_sent_at')
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .executeTakeFirst()
    if (standing) requireCodeWait(standing, now)
    await trx
      .insertInto('forward_address')
      .values({ account_id: accountId, address, outside: 1, confirmed_at: null, added_at: now, ...fresh })
      .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet(fresh))
      .execute()
    await queueAutomatic(trx, context, message, address)
  })
  mailTransportOf(context).dispatcher.expect(context.now())
  return answer
}

/** Throws `TooManyRequestsError` while the last code to an address is too fresh for another one. */
function requireCodeWait({ code_sent_at }: { readonly code_sent_at: number }, now: number): void {
  const wait = code_sent_at + CODE_EVERY_MS - now
  // One that is longer by far is of a clock that has been put back since.
  if (wait > 0 && wait <= CODE_EVERY_MS + CLOCKS_APART_MS) throw new TooManyRequestsError(Math.ceil(wait / 1_000))
}

/** Throws `TooManyForwardsError` where a further address would be one too many. */
async function requireRoom(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  accountId: number,
  address: string,
): Promise<void> {
  await countAlone(trx, store, accountId)
  const others = await trx
    .selectFrom('forward_address')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '<>', address)
    .execute()
  if (others.length >= FORWARD_ADDRESSES_MAX) throw new TooManyForwardsError()
}

async function codeMail(context: Context, accountId: number, to: string, code: string) {
  const { language, timeZone } = await readSettings(context, accountId)
  const from = await context.store.db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const who = `${from.name} &lt;${from.address}&gt;`.replace(/[^\p{L}\p{N}@._+ &;-]/gu, '')
  const words =
    language === 'zh'
      ? {
          subject: `转发确认码 ${code}`,
          html: `<p>${who} 希望把收到的邮件转发到此地址。</p><p>确认码：<b>${code}</b>（30 分钟内有效）</p><p>请把确认码告诉对方；如果您不认识对方，请忽略此邮件，不会有邮件转发给您。</p>`,
        }
      : {
          subject: `Code to confirm forwarding: ${code}`,
          html: `<p>${who} would like to forward mail to this address.</p><p>Code: <b>${code}</b> (valid for 30 minutes)</p><p>Tell them the code. If you do not know them, ignore this mail: nothing will be forwarded to you.</p>`,
        }
  return prepareAutomatic(context, mailTransportOf(context).preparer, { from, to, ...words, answers: null, timeZone })
}

/**
 * Confirms an outside address. Throws `CodeWrongError`, and `CodeOverError` when the code is too old, or after too many
 * tries, for the right code as well.
 */
export async function confirmForward(
  context: Context,
  accountId: number,
  { address: typed, code }: { readonly address: string; readonly code: string },
): Promise<AutoForward> {
  await requireForwarding(context, accountId)
  const address = typed.toLowerCase()
  // Counted before it is compared, so that guesses at the same moment are no free ones.
  const row = await transact(context, (trx) =>
    trx
      .updateTable('forward_address')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .where('confirmed_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row || row.code_hash === '' || row.tries > FORWARD_CODE_TRIES) throw new CodeOverError()
  if (context.now() - row.code_sent_at > FORWARD_CODE_VALID_MS) throw new CodeOverError()
  if (!isRightCode(address, code, row.code_hash)) throw new CodeWrongError()
  return change(context, accountId, async (trx) => {
    await trx
      .updateTable('forward_address')
      .set({ confirmed_at: context.now(), code_hash: '' })
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .execute()
  })
}

export async function removeForward(context: Context, accountId: number, typed: string): Promise<AutoForward> {
  await requireForwarding(context, accountId)
  return change(context, accountId, async (trx) => {
    await trx
      .deleteFrom('forward_address')
      .where('account_id', '=', accountId)
      .where('address', '=', typed.toLowerCase())
      .execute()
  })
}

/** Switches forwarding off and forgets the outside addresses; rules forward to no outside address but these. */
export async function endForwarding(trx: Trx, accountId: number): Promise<void> {
  await trx.updateTable('auto_forward').set({ enabled: 0 }).where('account_id', '=', accountId).execute()
  await trx.deleteFrom('forward_address').where('account_id', '=', accountId).where('outside', '=', 1).execute()
}
