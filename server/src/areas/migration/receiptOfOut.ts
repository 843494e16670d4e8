import type { Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { foldersOf, type MigrationRow } from './migrationRows.ts'
import type { ReceiptException, ReceiptFolder, ReceiptLabel } from './receipt.ts'

const ROWS_AT_ONCE = 2_000
/** Mails whose subjects are looked up; further ones are named by their numbers. */
const NAMED_MAX = 500

/**
 * What became of each mail that was to be copied to another server, in the order of their ids; all of it goes into the hash.
 * What the other server has was counted there when the copy ended.
 */
export async function receiptOfOut(
  context: Context,
  migration: MigrationRow,
  reader: MailReader,
  hash: Hash,
): Promise<{ folders: ReceiptFolder[]; exceptions: ReceiptException[]; labels: ReceiptLabel[] }> {
  const folders: ReceiptFolder[] = []
  const exceptions: ReceiptException[] = []
  for (const folder of await foldersOf(context, migration.id)) {
    const name = (JSON.parse(folder.names) as string[]).join('/')
    for await (const mail of sentOf(context, folder.id)) {
      hash.update(`${folder.path}\0${mail.mail_id}\0${mail.uid_validity}\0${mail.uid}\0${mail.outcome}\0${mail.size}\n`)
      if (mail.reason === '') continue
      if (mail.outcome !== 'noted') hash.update(`${mail.reason}\n`)
      const title = exceptions.length < NAMED_MAX ? await subjectOf(context, reader, mail.mail_id) : `#${mail.mail_id}`
      exceptions.push({ folder: name, title, reason: mail.reason, detail: mail.detail, size: mail.size })
    }
    const { total, brought, known, noted, changed, reason } = folder
    const missing = Math.max(0, total - brought - known - noted)
    const there = { found: folder.there_found ?? 0, bytes: folder.there_bytes ?? 0 }
    const figures = { total, brought, known, noted, undone: 0, changed, missing, ...there }
    folders.push({ name, here: folder.folder_name, reason, ...figures })
  }
  const labels = await labelsOf(context, migration)
  hash.update(JSON.stringify(labels.length === 0 ? folders : { folders, labels }))
  return { folders, exceptions, labels }
}

/** The labels of the mails that are there, of those that they were not given there. */
async function labelsOf({ store }: Pick<Context, 'store'>, { id, account_id }: MigrationRow): Promise<ReceiptLabel[]> {
  const rows = await store.db
    .selectFrom('migration_folder')
    .innerJoin('migration_sent', 'migration_sent.migration_folder_id', 'migration_folder.id')
    .innerJoin('mail_label', 'mail_label.mail_id', 'migration_sent.mail_id')
    .innerJoin('label', 'label.id', 'mail_label.label_id')
    .select(({ fn }) => ['label.name', fn.countAll<number | string>().as('mails')])
    .where('migration_folder.migration_id', '=', id)
    .where('migration_sent.outcome', '<>', 'noted')
    .where('label.account_id', '=', account_id)
    // One that lies in another folder there has been labelled in that one.
    .where(({ or, eb }) => or([eb('migration_sent.uid', 'is not', null), eb('migration_sent.outcome', '=', 'sent')]))
    .where(sql<boolean>`migration_sent.labels not like '%"' || label.id || '":%'`)
    .groupBy(['label.id', 'label.name', 'label.sort'])
    .orderBy('label.sort')
    .orderBy('label.id')
    .execute()
  return rows.map(({ name, mails }) => ({ name, mails: Number(mails) }))
}

/** Its number where the mail is gone, or lies in a folder that is closed to who asks. */
async function subjectOf(context: Context, reader: MailReader, mailId: number): Promise<string> {
  try {
    return (await openMailbox(context, reader).message(mailId)).subject
  } catch (error) {
    if (error instanceof CallError) return `#${mailId}`
    throw error
  }
}

async function* sentOf({ store }: Pick<Context, 'store'>, folderRowId: number) {
  for (let after = 0; ; ) {
    const rows = await store.db
      .selectFrom('migration_sent')
      .select(['mail_id', 'uid_validity', 'uid', 'outcome', 'reason', 'detail', 'size'])
      .where('migration_folder_id', '=', folderRowId)
      .where('mail_id', '>', after)
      .orderBy('mail_id')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.mail_id
  }
}
