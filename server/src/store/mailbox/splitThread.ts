import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { lockMailboxes } from './lock.ts'

type Parts = Pick<TransactionContext, 'store'>

interface Mail {
  readonly id: number
  readonly thread_id: number
  readonly sort_key: number
}

/** Mails that change their thread at once. */
const MAILS_MAX = 20_000

/**
 * Makes some mails of an account a conversation of their own; answers to them join it, because they name them. Mails of
 * others are skipped. Answers how many there are.
 */
export async function splitMails(
  trx: Trx,
  { store }: Parts,
  accountId: number,
  mailIds: readonly number[],
): Promise<number> {
  await lockMailboxes(trx, store.engine, [accountId])
  const mails: Mail[] = await trx
    .selectFrom('mail')
    .select(['id', 'thread_id', 'sort_key'])
    .where(numberIn(store.engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .orderBy('sort_key')
    .execute()
  const own = await unusedThread(trx, accountId, mails)
  if (own !== null) {
    await giveThread(trx, { store }, accountId, mails, own)
    return mails.length
  }
  // The mail that began the thread gives it its number: then the others get another one.
  const [first] = mails
  if (!first) return 0
  const split = new Set(mails.map(({ id }) => id))
  const others = (await mailsOf(trx, accountId, first.thread_id)).filter(({ id }) => !split.has(id))
  const theirs = await unusedThread(trx, accountId, others)
  if (theirs === null) return 0
  await giveThread(trx, { store }, accountId, others, theirs)
  return mails.length
}

/** Takes mails into the conversation of another mail. Throws `MailNotFoundError` where that is not the account's. */
export async function joinMails(
  trx: Trx,
  { store }: Parts,
  accountId: number,
  { mailIds, mailId }: { readonly mailIds: readonly number[]; readonly mailId: number },
): Promise<number> {
  await lockMailboxes(trx, store.engine, [accountId])
  const target = await trx
    .selectFrom('mail')
    .select('thread_id')
    .where('id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!target) throw new MailNotFoundError()
  const mails: Mail[] = await trx
    .selectFrom('mail')
    .select(['id', 'thread_id', 'sort_key'])
    .where(numberIn(store.engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .execute()
  await giveThread(trx, { store }, accountId, mails, target.thread_id)
  return mails.length
}

const mailsOf = (trx: Trx, accountId: number, thread: number): Promise<Mail[]> =>
  trx
    .selectFrom('mail')
    .select(['id', 'thread_id', 'sort_key'])
    .where('account_id', '=', accountId)
    .where('thread_id', '=', thread)
    .orderBy('sort_key')
    .limit(MAILS_MAX)
    .execute()

/** The number of one of these mails that no thread has; null where there is none. */
async function unusedThread(trx: Trx, accountId: number, mails: readonly Mail[]): Promise<number | null> {
  for (const { sort_key } of mails.slice(0, 50)) {
    const used = await trx
      .selectFrom('mail')
      .select('id')
      .where('account_id', '=', accountId)
      .where('thread_id', '=', sort_key)
      .limit(1)
      .executeTakeFirst()
    if (!used) return sort_key
  }
  return null
}

async function giveThread(
  trx: Trx,
  { store: { engine } }: Parts,
  accountId: number,
  mails: readonly Mail[],
  thread: number,
): Promise<void> {
  const ids = mails.map(({ id }) => id)
  if (ids.length === 0) return
  await trx
    .updateTable('mail')
    .set({ thread_id: thread })
    .where(numberIn(engine, 'id', ids))
    .execute()
  // An ancestor that comes later does not make them one again.
  await trx
    .deleteFrom('awaited_mail')
    .where(numberIn(engine, 'mail_id', ids))
    .execute()
  noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: ids })
}
