import type { MailAddress } from '@yanshu/contracts'
import { FolderNotFoundError } from '../../platform/http/errors.ts'
import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'
import { lockMailboxes } from './lock.ts'
import { mutedPlace } from './mutedThreads.ts'
import { sortKeyAt } from './sortKey.ts'
import { type HintColumns, hintedThread } from './subjectHint.ts'
import { noteAwaited, type ThreadColumns, type ThreadPlace, threadOf } from './threads.ts'

/** What a mailbox takes over from a message. */
export interface MessageFacts extends ThreadColumns, HintColumns {
  readonly name: string
}

/** The same of a message that was just read. */
export const factsOf = (
  columns: ThreadColumns &
    Pick<HintColumns, 'subject' | 'to_list' | 'cc_list'> & {
      readonly from_address: string
      readonly from_name: string
      readonly claims_own_domain?: number | undefined
    },
): MessageFacts => ({
  address: columns.from_address.toLowerCase(),
  name: columns.from_name,
  rfc_message_id: columns.rfc_message_id,
  in_reply_to: columns.in_reply_to,
  refs: columns.refs,
  subject: columns.subject,
  to_list: columns.to_list,
  cc_list: columns.cc_list,
  claims_own_domain: columns.claims_own_domain ?? 0,
})

/** A mail that enters a folder. */
export interface NewMail {
  readonly accountId: number
  readonly folderId: number
  readonly messageId: number
  /** Read from the store when the caller does not have it. */
  readonly message?: MessageFacts | undefined
  readonly receivedAt: number
  readonly size: number
  readonly seen?: boolean
  readonly color?: number
  readonly replied?: boolean
  readonly forwarded?: boolean
  readonly systemNotice?: boolean
  /** It has just been delivered: open windows are notified of new mail. */
  readonly delivered?: boolean
  /** Delivered without a notification. */
  readonly quiet?: boolean
  readonly bcc?: readonly MailAddress[]
  /** When it leaves, where that is not now. */
  readonly sendAt?: number | null
}

export interface AddedMail {
  readonly mailId: number
  readonly uid: number
  readonly sortKey: number
}

const ATTEMPTS = 20

/**
 * Puts a message into a folder: number, counters, used space, search and change log, all in the caller's transaction.
 * Notify the account's windows with `announceChanges` once the transaction has committed.
 * Throws `FolderNotFoundError` when the account has no such folder.
 */
export async function addMail(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'search'>,
  mail: NewMail,
): Promise<AddedMail> {
  await lockMailboxes(trx, context.store.engine, [mail.accountId])
  const { accountId, size } = mail
  const message = mail.message ?? (await storedFacts(trx, mail.messageId))
  const { thread, awaited } = await placeInThreads(trx, context, mail, message)
  const by = { accountId, threadId: thread ?? 0, folderId: mail.folderId }
  const muted = mail.delivered && message && thread !== null ? await mutedPlace(trx, by, message.to_list) : null
  const folderId = muted ?? mail.folderId
  const [folder] = await countIn(trx, { folderId, accountId, size, unread: mail.seen ? 0 : 1 })
  if (!folder) throw new FolderNotFoundError()
  const uid = folder.uid_next - 1
  const { mailId, sortKey } = await insert(trx, { ...mail, folderId }, uid, thread)
  await noteAwaited(trx, accountId, mailId, awaited)
  await useBytes(trx, { accountId, size })
  await context.search.add(trx, { sortKey, accountId })
  if (message?.address && (folder.role === 'inbox' || folder.role === 'custom')) {
    // A first mail from outside can then be marked as from a stranger.
    await insertSender(trx, { accountId, address: message.address, name: message.name, at: mail.receivedAt })
  }
  noteChange(trx, accountId, {
    kind: mail.delivered && !mail.quiet && muted === null ? 'new' : 'added',
    folderId,
    mailIds: [mailId],
  })
  return { mailId, uid, sortKey }
}

/** The thread that a mail joins by its header, else the one that its subject hints at. */
async function placeInThreads(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  { accountId, receivedAt }: NewMail,
  message: MessageFacts | undefined,
): Promise<ThreadPlace> {
  if (!message) return { thread: null, awaited: [] }
  const place = await threadOf(trx, store.engine, accountId, message)
  if (place.thread !== null || message.in_reply_to !== '' || message.refs !== '') return place
  return { ...place, thread: await hintedThread(trx, accountId, message, receivedAt) }
}

async function insert(
  trx: Trx,
  mail: NewMail,
  uid: number,
  thread: number | null,
): Promise<{ mailId: number; sortKey: number }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const sortKey = sortKeyAt(mail.receivedAt, attempt)
    const [row] = await insertMail(trx, { ...columnsOf(mail), uid, sort_key: sortKey, thread_id: thread ?? sortKey })
    if (row) return { mailId: row.id, sortKey }
  }
  throw new Error(`no free sort key at ${mail.receivedAt}`)
}

const countIn = prepared((db, by: { folderId: number; accountId: number; size: number; unread: number }) =>
  db
    .updateTable('folder')
    .set((eb) => ({
      total: eb('total', '+', 1),
      unread: eb('unread', '+', by.unread),
      size: eb('size', '+', by.size),
      uid_next: eb('uid_next', '+', 1),
    }))
    .where('id', '=', by.folderId)
    .where('account_id', '=', by.accountId)
    .returning(['uid_next', 'role'])
    .compile(),
)

const useBytes = prepared((db, by: { accountId: number; size: number }) =>
  db
    .updateTable('account')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', by.size) }))
    .where('id', '=', by.accountId)
    .compile(),
)

const columnsOf = (mail: NewMail) => ({
  account_id: mail.accountId,
  folder_id: mail.folderId,
  message_id: mail.messageId,
  received_at: mail.receivedAt,
  size: mail.size,
  seen: mail.seen ? 1 : 0,
  color: mail.color ?? 0,
  replied: mail.replied ? 1 : 0,
  forwarded: mail.forwarded ? 1 : 0,
  system_notice: mail.systemNotice ? 1 : 0,
  bcc_list: JSON.stringify(mail.bcc ?? []),
  send_at: mail.sendAt ?? null,
})

const insertMail = prepared(
  (db, by: ReturnType<typeof columnsOf> & { uid: number; sort_key: number; thread_id: number }) =>
    db
      .insertInto('mail')
      .values({
        account_id: by.account_id,
        folder_id: by.folder_id,
        uid: by.uid,
        message_id: by.message_id,
        sort_key: by.sort_key,
        thread_id: by.thread_id,
        received_at: by.received_at,
        size: by.size,
        seen: by.seen,
        color: by.color,
        replied: by.replied,
        forwarded: by.forwarded,
        system_notice: by.system_notice,
        bcc_list: by.bcc_list,
        send_at: by.send_at,
      })
      // Not an error that could be caught: on PostgreSQL it would end the caller's transaction.
      .onConflict((conflict) => conflict.column('sort_key').doNothing())
      .returning('id')
      .compile(),
)

/** Of a message that is stored. A delivery to many mailboxes reads it once. */
export async function storedFacts(trx: Trx, messageId: number): Promise<MessageFacts | undefined> {
  const [facts] = await selectMessage(trx, { messageId })
  return facts
}

const selectMessage = prepared((db, by: { messageId: number }) =>
  db
    .selectFrom('message')
    .select((eb) => [eb.fn<string>('lower', ['from_address']).as('address'), 'from_name as name'])
    .select(['rfc_message_id', 'in_reply_to', 'refs', 'subject', 'to_list', 'cc_list', 'claims_own_domain'])
    .where('id', '=', by.messageId)
    .compile(),
)

/** Takes values, not a select: SQLite would guard that by a savepoint, for which its search index writes all it has gathered. */
const insertSender = prepared((db, by: { accountId: number; address: string; name: string; at: number }) =>
  db
    .insertInto('correspondent')
    .values({
      account_id: by.accountId,
      address: by.address,
      name: by.name,
      uses: 0,
      received: 1,
      last_used_at: by.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'address'])
        .doUpdateSet((eb) => ({ received: eb('correspondent.received', '+', 1) })),
    )
    .compile(),
)
