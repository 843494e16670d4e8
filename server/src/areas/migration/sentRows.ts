import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import type { MigrationSentTable } from '../../store/database/mailMigration.schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import type { Job } from '../../store/jobs/index.ts'
import { type FolderRow, type MigrationRow, requireRunning } from './migrationRows.ts'

type SentRow = Selectable<MigrationSentTable>
export type Sent = Omit<SentRow, 'migration_folder_id'>
type Parts = Pick<Context, 'store'>

export interface SentBefore {
  /** By this migration in this folder. */
  readonly own: Sent | null
  /** By an earlier one of the same account there, or of another folder that the mail lay in; and whether it is the same folder. */
  readonly earlier: (Sent & { readonly isSameFolder: boolean }) | null
}

/** What became of mails in all copies to the same account there. */
export async function sentBefore(
  { store }: Parts,
  migration: MigrationRow,
  folder: FolderRow,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, SentBefore>> {
  if (mailIds.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('migration_folder', 'migration_folder.migration_id', 'migration.id')
    .innerJoin('migration_sent', 'migration_sent.migration_folder_id', 'migration_folder.id')
    .selectAll('migration_sent')
    .select('migration_folder.path')
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.kind', '=', 'out')
    .where('migration.host', '=', migration.host)
    .where('migration.user_name', '=', migration.user_name)
    .where('migration_sent.mail_id', 'in', mailIds)
    .orderBy('migration.id')
    .execute()
  const found = new Map<number, SentBefore>()
  for (const { migration_folder_id, path, ...sent } of rows) {
    const before = found.get(sent.mail_id) ?? { own: null, earlier: null }
    if (migration_folder_id === folder.id) found.set(sent.mail_id, { ...before, own: sent })
    // What could not be copied by an earlier one is tried again.
    else if (sent.outcome !== 'noted') {
      found.set(sent.mail_id, { ...before, earlier: { ...sent, isSameFolder: path === folder.path } })
    }
  }
  return found
}

/** The numbers of a folder there that stand for mails of this mailbox. */
export async function numbersThere(
  { store }: Parts,
  migration: MigrationRow,
  path: string,
  uidValidity: string,
): Promise<Set<number>> {
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('migration_folder', 'migration_folder.migration_id', 'migration.id')
    .innerJoin('migration_sent', 'migration_sent.migration_folder_id', 'migration_folder.id')
    .select('migration_sent.uid')
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.kind', '=', 'out')
    .where('migration.host', '=', migration.host)
    .where('migration.user_name', '=', migration.user_name)
    .where('migration_folder.path', '=', path)
    .where('migration_sent.uid_validity', '=', uidValidity)
    .where('migration_sent.uid', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ uid }) => uid ?? []))
}

/**
 * The next mails that this migration has copied or found in a folder there, by their ids, with the Message-ID that they have
 * here: null where the mail is gone, or is a draft.
 */
export async function copiedMails(
  { store }: Parts,
  folderRowId: number,
  uidValidity: string,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const rows = await store.db
    .selectFrom('migration_sent as sent')
    .leftJoin('mail', 'mail.id', 'sent.mail_id')
    .leftJoin('message', (join) =>
      join.onRef('message.id', '=', 'mail.message_id').on('message.raw_hash', 'is not', null),
    )
    .select(['sent.mail_id', 'sent.uid', 'sent.outcome', 'sent.size', 'sent.reason'])
    .select('message.rfc_message_id as message_id')
    .where('sent.migration_folder_id', '=', folderRowId)
    .where('sent.uid_validity', '=', uidValidity)
    .where('sent.uid', 'is not', null)
    .where('sent.mail_id', '>', after)
    .orderBy('sent.mail_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ uid, ...row }) => (uid === null ? [] : [{ ...row, uid }]))
}
export type CopiedMail = Awaited<ReturnType<typeof copiedMails>>[number]

/** How a mail of the other server differs from the one here; '' where it does not any more. */
export interface Difference {
  readonly mailId: number
  readonly reason: string
  readonly detail: string
}

export async function writeDifferences(
  trx: Trx,
  folderRowId: number,
  differences: readonly Difference[],
): Promise<void> {
  for (const { mailId, reason, detail } of differences) {
    await trx
      .updateTable('migration_sent')
      .set({ reason, detail })
      .where('migration_folder_id', '=', folderRowId)
      .where('mail_id', '=', mailId)
      .execute()
  }
}

export interface Dealt {
  /** Mails that this migration had not dealt with. */
  readonly added: readonly Sent[]
  /** Mails that it had dealt with, and that have another number there or other marks here by now. */
  readonly renewed: readonly Sent[]
  /** How many were marked there as they are marked here by now. */
  readonly changed: number
}

/** Stores what was done, with the counters, in one transaction. Throws `MigrationHaltedError`, `JobClaimLostError`. */
export async function writeSent(
  context: Context,
  job: Job,
  migration: MigrationRow,
  folder: FolderRow,
  { added, renewed, changed }: Dealt,
): Promise<void> {
  await transact(
    context,
    async (trx) => {
      await job.hold(trx)
      if (added.length > 0) {
        const rows = added.map((sent) => ({ migration_folder_id: folder.id, ...sent }))
        await trx.insertInto('migration_sent').values(rows).execute()
      }
      for (const sent of renewed) await renew(trx, folder.id, sent)
      const countOf = (outcome: Sent['outcome']) => added.filter((one) => one.outcome === outcome).length
      const bytes = added.reduce((sum, { outcome, size }) => sum + (outcome === 'sent' ? size : 0), 0)
      await trx
        .updateTable('migration_folder')
        .set((eb) => ({
          brought: eb('brought', '+', countOf('sent')),
          known: eb('known', '+', countOf('known')),
          noted: eb('noted', '+', countOf('noted')),
          changed: eb('changed', '+', changed),
          bytes: eb('bytes', '+', bytes),
        }))
        .where('id', '=', folder.id)
        .execute()
    },
    { grows: true },
  )
  // After the commit: what has left is written down also where the person has paused the migration meanwhile.
  await requireRunning(context.store.db, migration.id)
}

const renew = (trx: Trx, folderRowId: number, { mail_id, uid_validity, uid, marks, size, labels }: Sent) =>
  trx
    .updateTable('migration_sent')
    .set({ uid_validity, uid, marks, size, labels })
    .where('migration_folder_id', '=', folderRowId)
    .where('mail_id', '=', mail_id)
    .execute()

/** A mail there with the labels that it has here. */
export interface LabelledMail {
  readonly mailId: number
  readonly uid: number
  /** What it was given there: by the ids of labels what they are called there. */
  readonly given: Readonly<Record<string, string>>
  /** The labels that it has here, the first that was made first. */
  readonly labelIds: readonly number[]
}

/** The next mails of a folder that are in it here and there, by their ids. */
export async function labelledMails(
  { store }: Parts,
  folder: FolderRow,
  uidValidity: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LabelledMail[]> {
  const rows = await store.db
    .selectFrom('migration_sent as sent')
    .innerJoin('mail', 'mail.id', 'sent.mail_id')
    .select(['sent.mail_id', 'sent.uid', 'sent.labels'])
    .where('sent.migration_folder_id', '=', folder.id)
    .where('sent.uid_validity', '=', uidValidity)
    .where('sent.uid', 'is not', null)
    .where('sent.mail_id', '>', after)
    .where(ownedBy('mail.folder_id', folder.folder_id ?? 0))
    .orderBy('sent.mail_id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ mail_id }) => mail_id)
  const labels = await store.db
    .selectFrom('mail_label')
    .select(['mail_id', 'label_id'])
    .where(numberIn(store.engine, 'mail_id', ids))
    .orderBy('label_id')
    .execute()
  const byMail = Map.groupBy(labels, ({ mail_id }) => mail_id)
  return rows.flatMap(({ mail_id, uid, labels: given }) => {
    const labelIds = (byMail.get(mail_id) ?? []).map(({ label_id }) => label_id)
    return uid === null ? [] : [{ mailId: mail_id, uid, given: JSON.parse(given) as Record<string, string>, labelIds }]
  })
}

/** Writes down which labels mails have there. */
export async function writeLabelsThere(
  trx: Trx,
  folderRowId: number,
  given: ReadonlyMap<number, Readonly<Record<string, string>>>,
): Promise<void> {
  for (const [mailId, labels] of given) {
    await trx
      .updateTable('migration_sent')
      .set({ labels: JSON.stringify(labels) })
      .where('migration_folder_id', '=', folderRowId)
      .where('mail_id', '=', mailId)
      .execute()
  }
}
