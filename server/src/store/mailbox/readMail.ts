import { visibleText } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { ownedBy } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { requireFolderOpen } from './closedFolders.ts'
import { type Restrictions, requireUnrestricted, restrictionsOf } from './restrictions.ts'

type Parts = Pick<Context, 'store'>

/**
 * A mail with what is known of its message, but without its text. Throws `MailNotFoundError` for one that is not there, or
 * another account's, and `FolderClosedError` where its folder is closed to who reads.
 */
export async function readMessage({ store }: Parts, reader: MailReader, mailId: number) {
  const [row] = await selectMessage(store.db, { accountId: reader.accountId, mailId })
  if (!row) throw new MailNotFoundError()
  await requireFolderOpen(store.db, reader, { id: row.folder_id, guarded: row.guarded })
  return { ...row, restrictions: restrictionsOf(row) }
}
export type MessageOfMail = Awaited<ReturnType<typeof readMessage>>

/** The same with its text. */
export async function readWhole({ store }: Parts, reader: MailReader, mailId: number) {
  const [row] = await selectWhole(store.db, { accountId: reader.accountId, mailId })
  if (!row) throw new MailNotFoundError()
  await requireFolderOpen(store.db, reader, { id: row.folder_id, guarded: row.guarded })
  return { ...row, restrictions: restrictionsOf(row) }
}
export type WholeMail = Awaited<ReturnType<typeof readWhole>>

/**
 * A mail as the file that it came as, for one way out. Throws `MailNotFoundError`, also for a draft, which was never a
 * message, `FolderClosedError`, and `LetterRestrictedError` where the letter may not take that way.
 */
export async function readSource(parts: Parts, reader: MailReader, mailId: number, way: keyof Restrictions) {
  const mail = await readMessage(parts, reader, mailId)
  requireUnrestricted(mail, way)
  const { subject, size, raw_hash: hash } = mail
  if (hash === null) throw new MailNotFoundError()
  return { subject, size, hash }
}

/** Texts of mails by their ids, in no order; of none that lies in a folder with a password, be it open or not. */
export async function readTexts({ store }: Parts, reader: MailReader, mailIds: readonly number[]) {
  if (mailIds.length === 0) return []
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['mail.id', 'mail.folder_id', 'mail.received_at', 'message.subject'])
    .select(['message.with_password', 'message.restricted'])
    .select(['message.from_name', 'message.from_address', 'message_body.text'])
    .where(ownedBy('mail.account_id', reader.accountId))
    .where('mail.id', 'in', [...mailIds])
    .where('folder.guarded', '=', 0)
    .execute()
  return rows.map((row) => ({ ...row, restrictions: restrictionsOf(row) }))
}

/** The parts of a message, in their order. The mail has been read by one of the functions above. */
export const partsOf = ({ store }: Parts, { message_id }: Pick<MessageOfMail, 'message_id'>) =>
  selectParts(store.db, { messageId: message_id })
export type PartOfMail = Awaited<ReturnType<typeof partsOf>>[number]

/** A file of a mail as calls name it. */
export const shownFile = (file: Pick<PartOfMail, 'id' | 'name' | 'content_type' | 'size' | 'content_id' | 'kind'>) => ({
  fileId: file.id,
  name: visibleText(file.name),
  contentType: file.content_type,
  size: file.size,
  contentId: file.content_id,
  kind: file.kind,
})

/**
 * The parts with these ids that belong to mails of an account. Whether they all lie in closed folders is asked before
 * (`requireOpen`, `requireFilesOpen`): a file that a letter has stays its own.
 */
export const filesOfMails = (db: Kysely<Schema>, accountId: number, fileIds: readonly string[]) =>
  db
    .selectFrom('attachment')
    .selectAll()
    .where('id', 'in', [...fileIds])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mail')
          .select('mail.id')
          .whereRef('mail.message_id', '=', 'attachment.message_id')
          .where('mail.account_id', '=', accountId),
      ),
    )
    .execute()

/** The files of a mail of an account, by name and content. */
export const filesOfMail = (db: Kysely<Schema>, accountId: number, mailId: number) =>
  db
    .selectFrom('mail')
    .innerJoin('attachment', 'attachment.message_id', 'mail.message_id')
    .select(['attachment.name', 'attachment.blob_hash'])
    .where('mail.id', '=', mailId)
    .where(ownedBy('mail.account_id', accountId))
    .execute()

const OF_MAIL = ['mail.message_id', 'mail.folder_id', 'mail.received_at', 'mail.seen', 'mail.bcc_list'] as const
const OF_FOLDER = ['folder.role', 'folder.guarded'] as const
const OF_MESSAGE = [
  'message.rfc_message_id',
  'message.raw_hash',
  'message.size',
  'message.subject',
  'message.from_name',
  'message.from_address',
  'message.to_list',
  'message.cc_list',
  'message.reply_to',
  'message.sender',
  'message.receipt_to',
  'message.date',
  'message.refs',
  'message.priority',
  'message.automatic',
  'message.claims_own_domain',
  'message.arrival',
  'message.with_password',
  'message.restricted',
] as const

const selectMessage = prepared((db, by: { accountId: number; mailId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select([...OF_MAIL, ...OF_FOLDER, ...OF_MESSAGE])
    .where('mail.id', '=', by.mailId)
    .where('mail.account_id', '=', by.accountId)
    .compile(),
)

const selectWhole = prepared((db, by: { accountId: number; mailId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'message.id')
    .select([...OF_MAIL, ...OF_FOLDER, ...OF_MESSAGE])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text'])
    .select(['message_body.truncated', 'message_body.bounded'])
    .where('mail.id', '=', by.mailId)
    .where('mail.account_id', '=', by.accountId)
    .compile(),
)

const selectParts = prepared((db, by: { messageId: number }) =>
  db
    .selectFrom('attachment')
    .select(['id', 'name', 'content_type', 'size', 'content_id', 'kind', 'disposition', 'blob_hash'])
    .where('message_id', '=', by.messageId)
    .orderBy('position')
    .compile(),
)
