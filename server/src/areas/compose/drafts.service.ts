import {
  type DraftAnswer,
  isSealedLetter,
  type LetterContent,
  type LetterOptions,
  optionOf,
  type SavedDraft,
} from '@yanshu/contracts'
import type { draftBody } from '@yanshu/contracts/schemas'
import type { z } from 'zod'
import { insertWritten, replaceWritten } from '../../mailflow/delivery/writtenMessage.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import {
  addMail,
  announceChanges,
  draftInFolder,
  folderOfRole,
  freeSortKey,
  lockMailboxes,
  refuseMailOfOther,
} from '../../store/mailbox/index.ts'
import { rewriteMail } from '../../store/mailbox/rewriteMail.ts'
import { findOwnedFiles } from '../files/index.ts'
import { AttachmentMissingError, DraftSupersededError } from './composeErrors.ts'
import { refuseHandedOn } from './draftHandRows.ts'
import { contentOf, draftColumns, optionsOfRow } from './draftRow.ts'
import { growCounters, hasRoom, requireRoom } from './draftSize.ts'
import { type DraftWords, wordsOf, wordsOfBeginning } from './draftWords.ts'
import { type DraftWriter, dropVersions, keepVersion } from './keepVersion.ts'
import { sendersOf } from './senders.ts'

/** A draft as the contract's schema made it of what came in. */
export type Draft = z.output<typeof draftBody>

/**
 * Saves a draft. It lies in the drafts folder like a mail, with its subject, first words and size, and is found by
 * search. The same `clientId` makes one draft: a later call changes nothing and gets it as it is.
 * Throws `DraftSupersededError` when it is based on another revision than the stored one, `MailNotFoundError`
 * when it is gone or was written from another account's mail, `AttachmentMissingError`, and `MailboxFullError` when it grew
 * beyond the quota.
 */
export async function saveDraft(context: Context, writer: DraftWriter, draft: Draft): Promise<DraftAnswer> {
  // Before the transaction: long HTML takes its time in a thread.
  const words = await wordsOf(context, draft.html)
  const saved = await transact(context, (trx) => keepDraft(trx, context, writer, draft, words), { grows: true })
  if (!saved.kept) return saved
  announceChanges(context, [writer.accountId])
  return saved
}

async function keepDraft(
  trx: Trx,
  context: TransactionContext,
  writer: DraftWriter,
  draft: Draft,
  words: DraftWords,
): Promise<DraftAnswer> {
  const { accountId } = writer
  await refuseMailOfOther(trx, accountId, draft.sourceMailId)
  if (draft.mailId !== null) {
    await lockMailboxes(trx, context.store.engine, [accountId])
    await refuseHandedOn(trx, accountId, draft.mailId)
    const next: Replacement = {
      revision: draft.revision,
      contentOver: (before) => contentOf(draft, before),
      keepsVersion: false,
    }
    return { ...(await replaceDraft(trx, context, writer, draft.mailId, next, words)), kept: true }
  }
  const before = await findByClientId(trx, context, accountId, draft.clientId)
  if (before) return { ...before, kept: false }
  const made = await createDraft(trx, context, accountId, contentOf(draft), words, writer)
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
  const stored = await draftInFolder(trx, accountId, named.mail_id)
  return { mailId: named.mail_id, revision: stored.revision, savedAt: stored.saved_at }
}

async function nameDraft(trx: Trx, accountId: number, clientId: string | null, made: SavedDraft): Promise<void> {
  if (clientId === null) return
  await trx
    .insertInto('draft_client')
    .values({ account_id: accountId, client_id: clientId, mail_id: made.mailId, created_at: made.savedAt })
    .execute()
}

/**
 * Makes a new draft, in the caller's transaction.
 * @param words what search reads of it; null for a mail that is taken back: it is searched by its beginning, and neither
 *   a file that is gone meanwhile nor the quota refuses it
 * @param writer whose login saves it; null for one that is taken back
 */
export async function createDraft(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  content: LetterContent,
  words: DraftWords | null,
  writer: DraftWriter | null = null,
): Promise<SavedDraft> {
  const now = context.now()
  const revision = 1
  await lockMailboxes(trx, context.store.engine, [accountId])
  const read = words ?? wordsOfBeginning(content.html)
  const described = await describe(trx, accountId, content, read, words ? [] : content.fileIds, now)
  if (words) await requireRoom(trx, accountId, described.message.size)
  const messageId = await insertWritten(trx, described)
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
    .values({ mail_id: mailId, account_id: accountId, revision, ...draftColumns(content, now), ...savedBy(writer) })
    .execute()
  return { mailId, revision, savedAt: now }
}

const savedBy = (writer: DraftWriter | null) => ({
  saved_session: writer?.sessionId ?? null,
  saved_person: writer?.personId ?? null,
})

/** What replaces a draft. */
export interface Replacement {
  /** The revision that it is based on; null overwrites. */
  readonly revision: number | null
  /** Answers the letter for the options of the draft as it stands. */
  readonly contentOver: (before: LetterOptions) => LetterContent
  /** Whether the letter as it stands becomes a version in any case. */
  readonly keepsVersion: boolean
}

/**
 * Replaces a draft, in the caller's transaction. The letter as it stands becomes a version where one is due. The size of its
 * mail counts its versions; where the quota has no room for them, they go, but for one that has to be kept. Throws as
 * `saveDraft` does.
 */
export async function replaceDraft(
  trx: Trx,
  context: TransactionContext,
  writer: DraftWriter,
  mailId: number,
  next: Replacement,
  words: DraftWords,
): Promise<SavedDraft> {
  const { accountId } = writer
  const now = context.now()
  await lockMailboxes(trx, context.store.engine, [accountId])
  const stored = await draftInFolder(trx, accountId, mailId)
  if (next.revision !== null && next.revision !== stored.revision) throw new DraftSupersededError()
  const content = next.contentOver(optionsOfRow(stored))
  const described = await describe(trx, accountId, content, words, JSON.parse(stored.file_ids), now)
  const standing = { ...stored, mailId }
  const wanted = { html: content.html, always: next.keepsVersion }
  // What was written before a letter became one that is encrypted would stay readable in its versions.
  const isSealedNow = isSealedLetter(content.html) && !isSealedLetter(stored.html_beginning) && !next.keepsVersion
  if (isSealedNow) await dropVersions(trx, mailId)
  const versions = isSealedNow ? 0 : await keepVersion(trx, context, writer, standing, wanted)
  let size = described.message.size + versions
  if (!next.keepsVersion && size > stored.size && !(await hasRoom(trx, accountId, size - stored.size))) {
    await dropVersions(trx, mailId)
    size = described.message.size
  }
  const growth = size - stored.size
  if (growth > 0) await requireRoom(trx, accountId, growth)

  await replaceWritten(trx, stored.message_id, described)
  const sortKey = await freeSortKey(trx, now)
  await rewriteMail(trx, mailId, { receivedAt: now, sortKey, size, bcc: content.bcc })
  await growCounters(trx, accountId, mailId, stored.folder_id, growth)
  await context.search.remove(trx, [stored.sort_key])
  await context.search.add(trx, { sortKey, accountId })
  const revision = stored.revision + 1
  await trx
    .updateTable('draft')
    .set({ revision, ...draftColumns(content, now), ...savedBy(writer) })
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
