import { type ReadingCharset, SENDER_CHARSETS_MAX } from '@yanshu/contracts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { prepared } from '../../store/database/prepared.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes, openMailbox } from '../../store/mailbox/index.ts'

interface Sent {
  readonly from_address: string
  readonly raw_hash: string | null
  readonly size: number
}

/** The charset that the mailbox reads mails of an address in; null for what the mails say. */
export async function senderCharset(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { from_address, raw_hash }: Sent,
): Promise<ReadingCharset | null> {
  if (raw_hash === null || from_address === '') return null
  const [row] = await selectCharset(store.db, { accountId, address: from_address.toLowerCase() })
  return (row?.charset as ReadingCharset | undefined) ?? null
}

const selectCharset = prepared((db, by: { accountId: number; address: string }) =>
  db
    .selectFrom('sender_charset')
    .select('charset')
    .where('account_id', '=', by.accountId)
    .where('address', '=', by.address)
    .compile(),
)

/** The body of a mail by that charset, from the message as it came; null where that costs too much. */
export async function decodedBody(context: Context, { raw_hash, size }: Sent, charset: string) {
  if (raw_hash === null) return null
  try {
    return await mailWorkOf(context).run('decode', { hash: raw_hash, charset }, size)
  } catch (error) {
    if (error instanceof TaskLimitError) return null
    throw error
  }
}

/**
 * Remembers the charset for the sender of a mail, or forgets it; of more than `SENDER_CHARSETS_MAX` the oldest go. Throws
 * `MailNotFoundError`, `FolderClosedError`.
 */
export async function saveSenderCharset(
  context: Context,
  caller: SessionActor,
  { mailId, charset }: { readonly mailId: number; readonly charset: ReadingCharset | null },
): Promise<void> {
  const { accountId } = caller
  const { from_address } = await openMailbox(context, caller).message(mailId)
  const address = from_address.toLowerCase()
  if (address === '') return
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    await trx.deleteFrom('sender_charset').where('account_id', '=', accountId).where('address', '=', address).execute()
    if (charset === null) return
    await trx
      .insertInto('sender_charset')
      .values({ account_id: accountId, address, charset, at: context.now() })
      .execute()
    const old = await trx
      .selectFrom('sender_charset')
      .select('address')
      .where('account_id', '=', accountId)
      .orderBy('at', 'desc')
      .orderBy('address')
      .offset(SENDER_CHARSETS_MAX)
      .limit(100)
      .execute()
    if (old.length === 0) return
    const addresses = old.map((row) => row.address)
    await trx
      .deleteFrom('sender_charset')
      .where('account_id', '=', accountId)
      .where('address', 'in', addresses)
      .execute()
  })
}
