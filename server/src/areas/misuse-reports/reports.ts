import { MISUSE_HEADER_MAX, MISUSE_PAGE, type MisuseReport, visibleText } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'

const select = (db: Kysely<Schema>) =>
  db
    .selectFrom('misuse_report as report')
    .innerJoin('message', 'message.id', 'report.message_id')
    .leftJoin('account as reporter', 'reporter.id', 'report.reporter_id')
    .leftJoin('account as mailbox', 'mailbox.id', 'report.account_id')
    .leftJoin('account as closer', 'closer.id', 'report.closed_by')
    .select(['report.id', 'report.created_at', 'report.reason', 'report.text', 'report.received_at'])
    .select(['report.at', 'report.note', 'report.answer', 'report.account_id', 'report.reporter_id'])
    .select(['message.subject', 'message.from_name', 'message.from_address', 'message.size'])
    .select(['reporter.name as reporter_name', 'reporter.address as reporter_address'])
    .select(['mailbox.name as mailbox_name', 'mailbox.address as mailbox_address'])
    .select(['closer.name as closer_name', 'closer.address as closer_address'])
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const person = (name: string | null, address: string | null) =>
  address === null ? null : { name: name ?? '', address }

const reportOf = (row: Row): MisuseReport => ({
  reportId: row.id,
  at: row.created_at,
  reporter: person(row.reporter_name, row.reporter_address),
  mailbox: row.account_id === row.reporter_id ? null : person(row.mailbox_name, row.mailbox_address),
  reason: row.reason,
  text: row.text,
  mail: {
    subject: visibleText(row.subject),
    from: { name: visibleText(row.from_name), address: row.from_address },
    receivedAt: row.received_at,
    size: row.size,
  },
  closed:
    row.at === null
      ? null
      : { at: row.at, by: person(row.closer_name, row.closer_address), note: row.note, answer: row.answer },
})

interface Page {
  readonly state: 'open' | 'closed'
  /** The report behind which the page begins. */
  readonly before?: number | undefined
}

/** Reports of one state, the newest first. */
export async function listReports({ store: { db } }: Pick<Context, 'store'>, { state, before }: Page) {
  const rows = await select(db)
    .where('report.open', '=', state === 'open' ? 1 : 0)
    .$if(before !== undefined, (part) => part.where('report.id', '<', before ?? 0))
    .orderBy('report.id', 'desc')
    .limit(MISUSE_PAGE + 1)
    .execute()
  return { list: rows.slice(0, MISUSE_PAGE).map(reportOf), more: rows.length > MISUSE_PAGE }
}

/** One report. Throws `NotFoundError`. */
export async function readReport(db: Kysely<Schema>, reportId: number): Promise<MisuseReport> {
  const row = await select(db).where('report.id', '=', reportId).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return reportOf(row)
}

/** The content of a reported mail as it came, with its size in bytes. Throws `NotFoundError`. */
export async function reportedContent({ store: { db } }: Pick<Context, 'store'>, reportId: number) {
  const row = await db
    .selectFrom('misuse_report as report')
    .innerJoin('message', 'message.id', 'report.message_id')
    .select(['message.raw_hash as hash', 'message.size', 'message.subject'])
    .where('report.id', '=', reportId)
    .executeTakeFirst()
  if (row?.hash == null) throw new NotFoundError()
  return { ...row, hash: row.hash }
}

/** The header of a reported mail, its first `MISUSE_HEADER_MAX` bytes at most. Throws `NotFoundError`. */
export async function reportedHeader(context: Context, reportId: number): Promise<string> {
  const { hash, size } = await reportedContent(context, reportId)
  const range = { start: 0, end: Math.min(size, MISUSE_HEADER_MAX) - 1 }
  const pieces: Uint8Array[] = []
  for await (const piece of await context.blobs.read(hash, { range })) pieces.push(piece)
  const [header = ''] = Buffer.concat(pieces)
    .toString('utf8')
    .split(/\r?\n\r?\n/, 1)
  return header
}
