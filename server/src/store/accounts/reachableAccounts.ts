import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { endSessions } from '../sessions/end/endSessions.ts'
import { AccountError } from './accounts.ts'
import { requireAccount } from './changeAccount.ts'

type Parts = Pick<Context, 'store' | 'now'>

/** The account type of a public mailbox (§3). */
export const PUBLIC_MAILBOX = 2

/**
 * Whether a person may switch to an account now, of a row of `account`: it is a public mailbox that was granted to them, or
 * an associated account. @param personId the number of the person, or the column that has it
 */
export const isReachedBy = (
  personId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(account.disabled = 0 and (
  account.account_type = ${sql.lit(PUBLIC_MAILBOX)} and exists (select 1 from public_mailbox_grant
    where public_mailbox_grant.mailbox_id = account.id and public_mailbox_grant.account_id = ${personId})
  or exists (select 1 from account_association
    where account_association.account_id = ${personId} and account_association.other_id = account.id)))`

/** Whether a person may switch to an account now. */
export async function mayReach(db: Kysely<Schema>, personId: number, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(isReachedBy(sql`${personId}`))
    .executeTakeFirst()
  return found !== undefined
}

/** The associated accounts of a person that can be switched to: their type and address. */
export const associatedAccounts = (db: Kysely<Schema>, personId: number) =>
  db
    .selectFrom('account_association')
    .innerJoin('account', 'account.id', 'account_association.other_id')
    .select(['account.id', 'account.address', 'account_association.type'])
    .where('account_association.account_id', '=', personId)
    .where('account.disabled', '=', 0)
    .orderBy('account_association.type')
    .orderBy('account.address')
    .execute()

/** The public mailboxes of a person, by name, with the unread mails of each inbox. */
export const publicMailboxesOf = (db: Kysely<Schema>, personId: number) =>
  db
    .selectFrom('public_mailbox_grant')
    .innerJoin('account', 'account.id', 'public_mailbox_grant.mailbox_id')
    .innerJoin('folder', (join) => join.onRef('folder.account_id', '=', 'account.id').on('folder.role', '=', 'inbox'))
    .select(['account.address', 'account.name', 'folder.unread'])
    .where('public_mailbox_grant.account_id', '=', personId)
    .where('account.disabled', '=', 0)
    .where('account.account_type', '=', PUBLIC_MAILBOX)
    .orderBy('account.name')
    .orderBy('account.address')
    .execute()

/** Lets a person switch to a public mailbox. Answers whether they could not before. Throws `AccountError`. */
export const grantMailbox = (context: Parts, mailbox: string, person: string): Promise<boolean> =>
  transact(context, async (trx) => {
    const { to, who } = await mailboxAndPerson(trx, mailbox, person)
    const added = await trx
      .insertInto('public_mailbox_grant')
      .values({ mailbox_id: to.id, account_id: who.id, granted_at: context.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('mailbox_id')
      .executeTakeFirst()
    if (added) noteSettings(trx, who.id)
    return added !== undefined
  })

/**
 * Takes the right to switch to a public mailbox from a person, and ends their sessions there. Answers whether they had
 * it. Throws `AccountError`.
 */
export const revokeMailbox = (context: Parts, mailbox: string, person: string): Promise<boolean> =>
  transact(context, async (trx) => {
    const { to, who } = await mailboxAndPerson(trx, mailbox, person)
    const gone = await trx
      .deleteFrom('public_mailbox_grant')
      .where('mailbox_id', '=', to.id)
      .where('account_id', '=', who.id)
      .returning('mailbox_id')
      .executeTakeFirst()
    await endSessionsOf(trx, who.id, to.id)
    if (gone) noteSettings(trx, who.id)
    return gone !== undefined
  })

async function mailboxAndPerson(trx: Trx, mailbox: string, person: string) {
  const to = await requireAccount(trx, mailbox)
  if (to.account_type !== PUBLIC_MAILBOX) {
    throw new AccountError(`${to.address} is no public mailbox. \`yanshu mailbox list\` shows all of them`)
  }
  const who = await requireAccount(trx, person)
  if (who.account_type === PUBLIC_MAILBOX) throw new AccountError(`${who.address} is a public mailbox, not a person`)
  return { to, who }
}

/** Lets the people of two accounts switch from each to the other. Throws `AccountError`. */
export const associate = (context: Parts, one: string, other: string, type: number): Promise<void> =>
  transact(context, async (trx) => {
    const [a, b] = [await requireAccount(trx, one), await requireAccount(trx, other)]
    if (a.id === b.id) throw new AccountError(`${a.address} cannot be associated with itself`)
    for (const [account_id, other_id] of [
      [a.id, b.id],
      [b.id, a.id],
    ] as const) {
      await trx
        .insertInto('account_association')
        .values({ account_id, other_id, type })
        .onConflict((conflict) => conflict.columns(['account_id', 'other_id']).doUpdateSet({ type }))
        .execute()
      noteSettings(trx, account_id)
    }
  })

/** Takes an association away, and ends the sessions that came by it. Answers whether there was one. */
export const dissociate = (context: Parts, one: string, other: string): Promise<boolean> =>
  transact(context, async (trx) => {
    const [a, b] = [await requireAccount(trx, one), await requireAccount(trx, other)]
    let found = false
    for (const [person, account] of [
      [a.id, b.id],
      [b.id, a.id],
    ] as const) {
      const gone = await trx
        .deleteFrom('account_association')
        .where('account_id', '=', person)
        .where('other_id', '=', account)
        .returning('other_id')
        .executeTakeFirst()
      found ||= gone !== undefined
      await endSessionsOf(trx, person, account)
      noteSettings(trx, person)
    }
    return found
  })

/** Ends what a person has open of another account. */
const endSessionsOf = (trx: Trx, personId: number, accountId: number) =>
  endSessions(trx, accountId, { openedBy: personId })

const noteSettings = (trx: Trx, accountId: number) =>
  noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
