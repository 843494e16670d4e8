import type { DraftVersion, SavedDraft, VersionLetter } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { MailNotFoundError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, lockMailboxes } from '../../store/mailbox/index.ts'
import { findOwnedFiles } from '../files/index.ts'
import { deviceName } from '../security/index.ts'
import { refuseHandedOn } from './draftHandRows.ts'
import { contentIn, type StoredLetter } from './draftRow.ts'
import { replaceDraft } from './drafts.service.ts'
import { wordsOf } from './draftWords.ts'
import type { DraftWriter, VersionFile } from './keepVersion.ts'

/** Throws `MailNotFoundError` where the account has no such draft. */
export async function requireDraft(db: Kysely<Schema>, accountId: number, mailId: number): Promise<void> {
  const draft = await db
    .selectFrom('draft')
    .select('mail_id')
    .where('mail_id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!draft) throw new MailNotFoundError()
}

/** Versions of a draft, the newest first. Throws `MailNotFoundError`. */
export async function listVersions({ store }: Context, accountId: number, mailId: number): Promise<DraftVersion[]> {
  await requireDraft(store.db, accountId, mailId)
  const rows = await store.db
    .selectFrom('draft_version')
    .leftJoin('account', 'account.id', 'draft_version.person_id')
    .select(['draft_version.id', 'draft_version.at', 'draft_version.agent', 'draft_version.files'])
    .select(['draft_version.size', 'draft_version.person_id', 'account.name as person'])
    .where('draft_version.mail_id', '=', mailId)
    .where('draft_version.account_id', '=', accountId)
    .orderBy('draft_version.id', 'desc')
    .execute()
  return rows.map(({ id, at, agent, files, size, person_id, person }) => ({
    versionId: id,
    savedAt: at,
    device: deviceName(agent),
    person: person_id === accountId ? '' : (person ?? ''),
    size,
    files: (JSON.parse(files) as VersionFile[]).length,
  }))
}

async function versionOf({ store }: Context, accountId: number, mailId: number, versionId: number) {
  await requireDraft(store.db, accountId, mailId)
  const row = await store.db
    .selectFrom('draft_version')
    .select(['letter', 'files'])
    .where('id', '=', versionId)
    .where('mail_id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  const letter: StoredLetter = JSON.parse(row.letter)
  const files: VersionFile[] = JSON.parse(row.files)
  return { content: contentIn(letter), files }
}

/** The content of a version. Throws `MailNotFoundError`, and `NotFoundError` for a version that is not of the draft. */
export async function readVersion(
  context: Context,
  accountId: number,
  mailId: number,
  versionId: number,
): Promise<VersionLetter> {
  const { content, files } = await versionOf(context, accountId, mailId, versionId)
  const { to, cc, bcc, subject, html, options } = content
  const owned = await findOwnedFiles(
    context.store.db,
    accountId,
    files.map(({ id }) => id),
  )
  const kept = new Set(owned.map(({ id }) => id))
  return {
    ...{ to, cc, bcc, subject, html, options },
    files: files.map(({ id, name, size }) => ({ name, size, isKept: kept.has(id) })),
  }
}

/**
 * Brings a version back. The letter as it stands becomes a version itself. Answers the names of files that are kept no more:
 * the letter comes back without them. Throws `DraftSupersededError`, `MailboxFullError`, and what `readVersion` throws.
 */
export async function restoreVersion(
  context: Context,
  writer: DraftWriter,
  { mailId, versionId, revision }: { readonly mailId: number; readonly versionId: number; readonly revision: number },
): Promise<SavedDraft & { missing: string[] }> {
  const { accountId } = writer
  const { content, files } = await versionOf(context, accountId, mailId, versionId)
  // Before the transaction: long HTML takes its time in a thread.
  const words = await wordsOf(context, content.html)
  const restored = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      await refuseHandedOn(trx, accountId, mailId)
      const owned = await findOwnedFiles(trx, accountId, content.fileIds)
      const kept = new Set(owned.map(({ id }) => id))
      const fileIds = content.fileIds.filter((id) => kept.has(id))
      const next = { revision, contentOver: () => ({ ...content, fileIds }), keepsVersion: true }
      const saved = await replaceDraft(trx, context, writer, mailId, next, words)
      return { ...saved, missing: files.filter(({ id }) => !kept.has(id)).map(({ name }) => name) }
    },
    { grows: true },
  )
  announceChanges(context, [accountId])
  return restored
}
