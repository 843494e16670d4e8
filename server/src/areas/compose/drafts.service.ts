import { type DraftAnswer, type LetterContent, optionOf, type SavedDraft } from '@yanshu/contracts'
import type { draftBody } from '@yanshu/contracts/schemas'
import type { z } from 'zod'
import { pictureIds } from '../../mime/draftPictures.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { addMail, announceChanges, folderOfRole, lockMailboxes } from '../../store/mailbox/index.ts'
import { replaceAddresses, writeAddresses } from '../../store/mailbox/messageAddresses.ts'
import { sortKeyAt } from '../../store/mailbox/sortKey.ts'
import { findOwnedFiles } from '../files/index.ts'
import { AttachmentMissingError, DraftSupersededError, MailboxFullError } from './composeErrors.ts'
import { contentOf, draftColumns, optionsOfRow } from './draftRow.ts'
import { type DraftWords, wordsOf, wordsOfBeginning } from './draftWords.ts'
import { sendersOf } from './senders.ts'
import { requireOwnSource } from './sourceMail.ts'

/** A draft as the contract's schema made it of what came in. */
export type Draft = z.output<typeof draftBody>

/**
 * Saves a draft. It lies in the drafts folder like a mail, with its subject, first words and size, and is found by
 * search. The same `clientId` makes one draft: a later call changes nothing and gets it as it is.
 * Throws `DraftSupersededError` when it is based on another revision than the stored one, `MailNotFoundError`
 * when it is gone or was written from somebody else's mail, `AttachmentMissingError`, and `MailboxFullError` when it grew
 * beyond the quota.
 */
export async function saveDraft(context: Context, accountId: number, draft: Draft): Promise<DraftAnswer> {
  // Before the transaction: long HTML takes its time in a thread.
  const words = await wordsOf(context, draft.html)
  const saved = await transact(context, (trx) => keepDraft(trx, context, accountId, draft, words), { grows: true })
  if (!saved.kept) return saved
  announceChanges(context, [accountId])
  return saved
}

async function keepDraft(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  draft: Draft,
  words: DraftWords,
): Promise<DraftAnswer> {
  await requireOwnSource(trx, accountId, draft.sourceMailId)
  if (draft.mailId !== null) {
    return { ...(await replaceDraft(trx, context, accountId, draft.mailId, draft, words)), kept: true }
  }
  const before = await findByClientId(trx, context, accountId, draft.clientId)
  if (before) return { ...before, kept: false }
  const made = await createDraft(trx, context, accountId, contentOf(draft), words)
  await nameDraft(trx, accountId, draft.clientId, made)
  return { ...made, kept: true }
}

/** The draft that a client's name made before. Throws `MailNotFoundError` when it was sent or thrown away since. */
async function findByClientId(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  clientId: string | null,
): Promise<SavedDraft | null> {
  if (clientId === null) return null
  await lockMailboxes(trx, context.store.engine, [accountId])
  const named = await trx
    .selectFrom('draft_client')
    .select('mail_id')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!named) return null
  const stored = await storedDraft(trx, accountId, named.mail_id)
  return { mailId: named.mail_id, revision: stored.revision, savedAt: stored.saved_at }
}

async function nameDraft(trx: Trx, accountId: number, clientId: string | null, made: SavedDraft): Promise<void> {
  if (clientId === null) return
  await trx
    .insertInto('draft_client')
    .values({ account_id: accountId, client_id: clientId, mail_id: made.mailId, created_at: made.savedAt })
    .execute()
}

/** A draft that lies in the drafts folder of an account. Throws `MailNotFoundError`. */
async function storedDraft(trx: Trx, accountId: number, mailId: number) {
  const stored = await trx
    .selectFrom('draft')
    .innerJoin('mail', 'mail.id', 'draft.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['draft.revision', 'draft.saved_at', 'draft.file_ids'])
    .select(['draft.options', 'draft.priority', 'draft.request_receipt'])
    .select(['mail.message_id', 'mail.folder_id', 'mail.sort_key', 'mail.size'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .where('folder.role', '=', 'drafts')
    .executeTakeFirst()
  if (!stored) throw new MailNotFoundError()
  return stored
}

/**
 * Makes a new draft, in the caller's transaction.
 * @param words what search reads of it; null for a mail that is taken back: it is searched by its beginning, and neither
 *   a file that is gone meanwhile nor the quota refuses it
 */
export async function createDraft(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  content: LetterContent,
  words: DraftWords | null,
): Promise<SavedDraft> {
  const now = context.now()
  const revision = 1
  await lockMailboxes(trx, context.store.engine, [accountId])
  const read = words ?? wordsOfBeginning(content.html)
  const described = await describe(trx, accountId, content, read, words ? [] : content.fileIds, now)
  if (words) await requireRoom(trx, accountId, described.message.size)
  const { id: messageId } = await trx
    .insertInto('message')
    .values(described.message)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('message_body')
    .values({ message_id: messageId, ...described.body })
    .execute()
  await writeAddresses(trx, messageId, described.message)
  const { mailId } = await addMail(trx, context, {
    accountId,
    folderId: await folderOfRole(trx, accountId, 'drafts'),
    messageId,
    receivedAt: now,
    size: described.message.size,
    seen: true,
    bcc: content.bcc,
  })
  await trx
    .insertInto('draft')
    .values({ mail_id: mailId, account_id: accountId, revision, ...draftColumns(content, now) })
    .execute()
  return { mailId, revision, savedAt: now }
}

async function replaceDraft(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  mailId: number,
  draft: Draft,
  words: DraftWords,
): Promise<SavedDraft> {
  const now = context.now()
  await lockMailboxes(trx, context.store.engine, [accountId])
  const stored = await storedDraft(trx, accountId, mailId)
  if (draft.revision !== null && draft.revision !== stored.revision) throw new DraftSupersededError()
  const content = contentOf(draft, optionsOfRow(stored))
  const described = await describe(trx, accountId, content, words, JSON.parse(stored.file_ids), now)
  const growth = described.message.size - stored.size
  if (growth > 0) await requireRoom(trx, accountId, growth)

  await trx.updateTable('message').set(described.message).where('id', '=', stored.message_id).execute()
  await trx.updateTable('message_body').set(described.body).where('message_id', '=', stored.message_id).execute()
  await replaceAddresses(trx, stored.message_id, described.message)
  const sortKey = await freeSortKey(trx, now)
  await trx
    .updateTable('mail')
    .set({
      received_at: now,
      sort_key: sortKey,
      size: described.message.size,
      bcc_list: JSON.stringify(content.bcc),
    })
    .where('id', '=', mailId)
    .execute()
  await trx.updateTable('mail_label').set({ sort_key: sortKey }).where('mail_id', '=', mailId).execute()
  await growCounters(trx, accountId, mailId, stored.folder_id, growth)
  await context.search.remove(trx, [stored.sort_key])
  await context.search.add(trx, { sortKey, accountId })
  const revision = stored.revision + 1
  await trx
    .updateTable('draft')
    .set({ revision, ...draftColumns(content, now) })
    .where('mail_id', '=', mailId)
    .execute()
  noteChange(trx, accountId, { kind: 'updated', folderId: stored.folder_id, mailIds: [mailId] })
  return { mailId, revision, savedAt: now }
}

/** Rows of a draft's message. Files named before may be named again even if the mail they came from is gone. */
async function describe(
  trx: Trx,
  accountId: number,
  content: LetterContent,
  { text, preview }: DraftWords,
  before: readonly string[],
  now: number,
) {
  const files = await findOwnedFiles(trx, accountId, content.fileIds)
  const found = new Set(files.map((file) => file.id))
  if (content.fileIds.some((id) => !found.has(id) && !before.includes(id))) throw new AttachmentMissingError()
  const [self, ...aliases] = await sendersOf(trx, accountId)
  const from = [self, ...aliases].find(({ address }) => address === content.from.toLowerCase()) ?? self
  const filesSize = files.reduce((sum, file) => sum + file.size, 0)
  return {
    message: {
      raw_hash: null,
      size: Buffer.byteLength(content.html) + filesSize,
      rfc_message_id: '',
      in_reply_to: '',
      refs: '',
      subject: content.subject,
      from_name: from.name,
      from_address: from.address,
      to_list: JSON.stringify(content.to),
      cc_list: JSON.stringify(content.cc),
      reply_to: '[]',
      sender: null,
      receipt_to: null,
      date: now,
      preview,
      has_attachment: content.fileIds.length > 0 ? 1 : 0,
      priority: optionOf(content.options, 'mail.priority'),
      automatic: 0,
    },
    body: { html: content.html, text, has_text: 0 },
  }
}

/** Every file that a draft needs: its attachments and the pictures its HTML shows. */
export const filesOfDraft = (draft: { file_ids: string; html: string }): string[] => [
  ...(JSON.parse(draft.file_ids) as string[]),
  ...pictureIds(draft.html),
]

/** Throws `MailboxFullError` when the account's quota leaves less than this many bytes. */
export async function requireRoom(trx: Trx, accountId: number, bytes: number): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.quota_bytes > 0 && account.used_bytes + bytes > account.quota_bytes) throw new MailboxFullError()
}

async function growCounters(trx: Trx, accountId: number, mailId: number, folderId: number, growth: number) {
  if (growth === 0) return
  await trx
    .updateTable('folder')
    .set((eb) => ({ size: eb('size', '+', growth) }))
    .where('id', '=', folderId)
    .execute()
  await trx
    .updateTable('account')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', growth) }))
    .where('id', '=', accountId)
    .execute()
  await trx
    .updateTable('label')
    .set((eb) => ({ size: eb('size', '+', growth) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('mail_label').select('label_id').where('mail_id', '=', mailId).where('listed', '=', 1),
    )
    .execute()
}

async function freeSortKey(trx: Trx, at: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const sortKey = sortKeyAt(at, attempt)
    const taken = await trx.selectFrom('mail').select('id').where('sort_key', '=', sortKey).executeTakeFirst()
    if (!taken) return sortKey
  }
}
