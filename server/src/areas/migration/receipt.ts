import { createHash } from 'node:crypto'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { type FolderRow, foldersOf, type MigrationRow } from './migrationRows.ts'
import { receiptOfOut } from './receiptOfOut.ts'
import { writeReceipt } from './writeReceipt.ts'

/** One folder of a receipt, counted anew. */
export interface ReceiptFolder {
  readonly name: string
  readonly here: string
  readonly total: number
  readonly brought: number
  readonly known: number
  readonly noted: number
  /** Why it was left out as a whole; '' where it was not. */
  readonly reason: string
  /** Mails that were brought and deleted again, and mails whose marks a later run has changed. */
  readonly undone: number
  readonly changed: number
  /** Mails that were brought or known, and are still in the mailbox; and their bytes. */
  readonly found: number
  readonly bytes: number
  /** Mails of the range that this migration has not dealt with yet. */
  readonly missing: number
}

export interface ReceiptException {
  readonly folder: string
  /** What names the mail: its number there; for a copy to another server its subject. */
  readonly title: string
  readonly reason: string
  readonly detail: string
  readonly size: number
}

/** An address book or a calendar of a receipt, with what of it was not brought as it is. */
export interface ReceiptBook {
  readonly kind: 'contacts' | 'calendars'
  readonly name: string
  readonly state: string
  readonly reason: string
  readonly total: number
  readonly brought: number
  readonly noted: number
  readonly exceptions: readonly { readonly url: string; readonly reason: string; readonly isBrought: boolean }[]
}

/** A label here, and how many of the mails that were copied to another server are without it there. */
export interface ReceiptLabel {
  readonly name: string
  readonly mails: number
}

export interface Receipt {
  readonly migration: MigrationRow
  readonly folders: readonly ReceiptFolder[]
  readonly exceptions: readonly ReceiptException[]
  readonly books: readonly ReceiptBook[]
  /** Of a copy to another server: the labels that it has not taken. */
  readonly labels?: readonly ReceiptLabel[]
  /** SHA-256 of the figures and of every mail's number, outcome and size, in hexadecimal. */
  readonly hash: string
}

const ROWS_AT_ONCE = 2_000

/**
 * The page with the outcome of every mail of the range. What was brought is counted in the mailbox itself, so that the
 * figures are those of what is there. `reader` is who asks: of a folder that is closed to them no subject is named.
 */
export async function receiptOf(
  context: Context,
  migration: MigrationRow,
  reader: MailReader,
  language: 'zh' | 'en',
): Promise<string> {
  const hash = createHash('sha256')
  if (migration.kind === 'out') {
    const sent = await receiptOfOut(context, migration, reader, hash)
    return writeReceipt({ migration, ...sent, books: [], hash: hash.digest('hex') }, language, context.now())
  }
  const folders: ReceiptFolder[] = []
  const exceptions: ReceiptException[] = []
  for (const folder of await foldersOf(context, migration.id)) {
    const name = (JSON.parse(folder.names) as string[]).join('/')
    const { found, bytes } = await readBack(context, migration.account_id, folder)
    for await (const mail of mailsOf(context, folder)) {
      hash.update(`${folder.path}\0${mail.uid_validity}\0${mail.uid}\0${mail.outcome}\0${mail.size}\n`)
      if (mail.outcome === 'noted') exceptions.push({ folder: name, title: `${mail.uid}`, ...mail })
    }
    const done = folder.brought + folder.known + folder.noted + folder.undone
    const missing = Math.max(0, folder.total - done)
    const { total, brought, known, noted, undone, changed } = folder
    const figures = { total, brought, known, noted, undone, changed, found, bytes, missing }
    folders.push({ name, here: folder.folder_name, reason: folder.reason, ...figures })
  }
  const books = await booksOf(context, migration.id)
  hash.update(JSON.stringify(books.length === 0 ? folders : { folders, books }))
  return writeReceipt({ migration, folders, exceptions, books, hash: hash.digest('hex') }, language, context.now())
}

async function booksOf({ store }: Pick<Context, 'store'>, migrationId: number): Promise<ReceiptBook[]> {
  const books = await store.db
    .selectFrom('migration_book')
    .selectAll()
    .where('migration_id', '=', migrationId)
    .orderBy('id')
    .execute()
  const shown: ReceiptBook[] = []
  for (const { id, kind, name, state, reason, total, brought, noted } of books) {
    const rows = await store.db
      .selectFrom('migration_item')
      .select(['url', 'reason', 'outcome'])
      .where('migration_book_id', '=', id)
      .where('reason', '<>', '')
      .orderBy('url')
      .execute()
    const exceptions = rows.map((row) => ({ url: row.url, reason: row.reason, isBrought: row.outcome === 'brought' }))
    shown.push({ kind, name, state, reason, total, brought, noted, exceptions })
  }
  return shown
}

async function readBack({ store }: Pick<Context, 'store'>, accountId: number, folder: FolderRow) {
  const row = await store.db
    .selectFrom('migration_mail')
    .innerJoin('mail', 'mail.id', 'migration_mail.mail_id')
    .select(({ fn }) => [fn.countAll<number | string>().as('found'), fn.sum<number | string>('mail.size').as('bytes')])
    .where('migration_mail.migration_folder_id', '=', folder.id)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  return { found: Number(row?.found ?? 0), bytes: Number(row?.bytes ?? 0) }
}

async function* mailsOf({ store }: Pick<Context, 'store'>, folder: FolderRow) {
  let after = { validity: '', uid: 0 }
  for (;;) {
    const rows = await store.db
      .selectFrom('migration_mail')
      .select(['uid_validity', 'uid', 'outcome', 'reason', 'detail', 'size'])
      .where('migration_folder_id', '=', folder.id)
      .where((eb) =>
        eb.or([
          eb('uid_validity', '>', after.validity),
          eb.and([eb('uid_validity', '=', after.validity), eb('uid', '>', after.uid)]),
        ]),
      )
      .orderBy('uid_validity')
      .orderBy('uid')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = { validity: last.uid_validity, uid: last.uid }
  }
}
