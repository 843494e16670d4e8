import { type AliasLine, Code } from '@yanshu/contracts'
import { findDestination } from '../../mailflow/delivery/recipients.ts'
import { CallError, ForbiddenError, NameTakenError, NotFoundError } from '../../platform/http/errors.ts'
import * as entries from '../../store/accounts/accountEntries.ts'
import { claimAddress, isLeftByOther } from '../../store/accounts/addresses.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { namesPerson } from './namesPerson.ts'

/** A further address does not name its person. */
class AliasFormError extends CallError {
  constructor() {
    super(Code.aliasForm)
  }
}

/** An account has as many further addresses as it may. */
class TooManyAliasesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

/** Further addresses of one account. */
const ALIASES_MAX = 5
/** Names that belong to the organisation (RFC 2142), and those people would take for it. */
const RESERVED =
  /^(?:postmaster|abuse|admin|administrator|root|hostmaster|webmaster|security|noc|mailer-daemon|no-?reply|support|info|hr|ceo)$/

async function change(context: Context, accountId: number, work: (trx: Trx) => Promise<void>): Promise<void> {
  await transact(context, async (trx) => {
    await work(trx)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
}

/** The addresses of an account with the names they carry, its own first, and how many more it may take. */
export async function listAliases({ store }: Pick<Context, 'store'>, accountId: number) {
  const account = await store.db
    .selectFrom('account')
    .select(['address', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const aliases = await store.db
    .selectFrom('alias')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute()
  const names = await store.db
    .selectFrom('address_name')
    .select(['address', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  const nameOf = (address: string) => names.find((one) => one.address === address)?.name ?? ''
  const list: AliasLine[] = [account.address, ...aliases.map(({ address }) => address)].map((emailAddr, index) => ({
    emailAddr,
    nickname: nameOf(emailAddr),
    own: index === 0,
  }))
  return { list, left: Math.max(0, ALIASES_MAX - aliases.length) }
}

/**
 * Takes a further address in one of the own domains, as long as it names the person: others are given by operators.
 * Throws `ForbiddenError` in other domains and for names of the organisation, `AliasFormError`, `TooManyAliasesError`, and
 * `NameTakenError` where another has it, or had it less than a year ago.
 */
export async function saveAlias(context: Context, accountId: number, address: string): Promise<void> {
  const local = address.slice(0, address.lastIndexOf('@'))
  const destination = await findDestination(context.store.db, address)
  if (destination.kind === 'elsewhere') throw new ForbiddenError()
  if (RESERVED.test(local) || address.includes('+')) throw new ForbiddenError()
  // Also what reaches another account in another spelling of the domain.
  if (destination.kind !== 'unknown') throw new NameTakenError()
  await change(context, accountId, async (trx) => {
    await countAlone(trx, context.store, accountId)
    const claim = await claimAddress(trx, address)
    if (!claim) throw new ForbiddenError()
    if (claim.holder !== null) throw new NameTakenError()
    if (await isLeftByOther(trx, address, { accountId, now: context.now() })) throw new NameTakenError()
    const person = await trx
      .selectFrom('account')
      .select(['name', 'address'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (!namesPerson(local, person)) throw new AliasFormError()
    const { count } = await trx
      .selectFrom('alias')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= ALIASES_MAX) throw new TooManyAliasesError()
    if (!(await entries.insertAlias(trx, accountId, address))) throw new NameTakenError()
  })
}

export const deleteAlias = (context: Context, accountId: number, address: string): Promise<void> =>
  change(context, accountId, async (trx) => {
    if (!(await entries.deleteAlias(trx, accountId, address, context.now()))) throw new NotFoundError()
    await trx.deleteFrom('address_name').where('account_id', '=', accountId).where('address', '=', address).execute()
  })

/** The name that mails from an own address carry. */
export async function saveNickname(context: Context, accountId: number, address: string, name: string): Promise<void> {
  const { list } = await listAliases(context, accountId)
  if (!list.some(({ emailAddr }) => emailAddr === address)) throw new NotFoundError()
  await change(context, accountId, async (trx) => {
    await trx
      .insertInto('address_name')
      .values({ account_id: accountId, address, name })
      .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ name }))
      .execute()
  })
}

export const deleteNickname = (context: Context, accountId: number, address: string): Promise<void> =>
  change(context, accountId, async (trx) => {
    const gone = await trx
      .deleteFrom('address_name')
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .returning('address')
      .executeTakeFirst()
    if (!gone) throw new NotFoundError()
  })
