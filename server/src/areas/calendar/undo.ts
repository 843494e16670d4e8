import { randomBytes } from 'node:crypto'
import { EventChangedError, EventNotFoundError } from '../../calendar-model/rows/errors.ts'
import { filesOf } from '../../calendar-model/rows/eventFiles.ts'
import { attendeesOf, type EventRow } from '../../calendar-model/rows/eventRows.ts'
import { holdBlobs } from '../../store/blobs/blobOwners.ts'
import { recordBlobs } from '../../store/blobs/blobRows.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { noteInvitations } from '../calendar-mail/index.ts'
import {
  type Asking,
  announceCalendars,
  planReminders,
  requireCalendar,
  requireNoTwin,
  takeSnapshot,
} from '../calendar-store/index.ts'

/** How long a change can be undone: somewhat shorter than the sweep leaves its entry, which keeps the files of events. */
const LIFE_MS = 23.5 * 3_600_000

interface Left {
  readonly id: number
  /** null when the change has deleted it. */
  readonly version: number | null
}

/** Stores what is needed to undo a change; answers its name. Entries older than a day are deleted. */
export async function keepUndo(
  trx: Trx,
  { now, store }: Pick<TransactionContext, 'now' | 'store'>,
  accountId: number,
  { touched, before }: { readonly touched: readonly number[]; readonly before: readonly EventRow[] },
): Promise<string> {
  const rows = await trx
    .selectFrom('event')
    .select(['id', 'version'])
    .where(numberIn(store.engine, 'id', touched))
    .execute()
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const after: Left[] = touched.map((id) => ({ id, version: versions.get(id) ?? null }))
  const id = randomBytes(18).toString('base64url')
  await trx
    .deleteFrom('event_undo')
    .where('account_id', '=', accountId)
    .where('at', '<', now() - LIFE_MS)
    .execute()
  await trx
    .insertInto('event_undo')
    .values({ id, account_id: accountId, at: now(), before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute()
  const files = before.flatMap(filesOf).filter(({ hash }) => hash !== '')
  await holdBlobs(trx, { engine: store.engine, now: now() }, { owner: 'event_undo', ownerId: id }, files)
  return id
}

/**
 * Undoes a change: every row is again as it was, with a newer version, so that clients that saw the change notice. Throws
 * `EventChangedError` when one of them was changed since, `EventThereError` when the event has come again by
 * another way, `EventNotFoundError` when it is too late.
 */
export async function undoChange(context: Context, asking: Asking, undo: string): Promise<void> {
  const calendarIds = await transact(context, async (trx) => {
    const kept = await trx
      .deleteFrom('event_undo')
      .where('id', '=', undo)
      .where('account_id', '=', asking.accountId)
      .where('at', '>=', context.now() - LIFE_MS)
      .returning(['before', 'after'])
      .executeTakeFirst()
    if (!kept) throw new EventNotFoundError()
    const before = JSON.parse(kept.before) as EventRow[]
    const after = JSON.parse(kept.after) as Left[]
    const now = await takeSnapshot(
      trx,
      after.map(({ id }) => id),
    )
    const concerned = new Set([...before, ...now].map((row) => row.calendar_id))
    for (const calendarId of concerned) await requireCalendar(trx, asking.accountId, calendarId, 'edit')
    for (const { id, version } of after) {
      const row = now.find((one) => one.id === id)
      if ((row?.version ?? null) !== version) throw new EventChangedError()
    }
    const files = before.flatMap(filesOf).filter(({ hash }) => hash !== '')
    if (files.length > 0) await recordBlobs(trx, context.store.engine, files, context.now())
    for (const { id } of after) await trx.deleteFrom('event').where('id', '=', id).execute()
    // What came under the same UID since would be there twice.
    for (const row of before) if (row.series_id === null) await requireNoTwin(trx, row.calendar_id, row)
    // Series before their exceptions, which refer to them.
    for (const row of before.toSorted((a, b) => Number(a.series_id !== null) - Number(b.series_id !== null))) {
      const left = after.find(({ id }) => id === row.id)?.version ?? 0
      await trx
        .insertInto('event')
        .values({
          ...row,
          attendees: withLaterAnswers(row, now),
          version: Math.max(left, row.version) + 1,
          sequence: row.sequence + 1,
        })
        .execute()
    }
    const touched = after.map(({ id }) => id)
    await noteInvitations(trx, context, now, await takeSnapshot(trx, touched))
    await planReminders(trx, context, touched)
    return [...concerned]
  })
  await announceCalendars(context, calendarIds)
}

/** Answers that people have given since are not undone. */
function withLaterAnswers(row: EventRow, now: readonly EventRow[]): string {
  const there = now.find(({ id }) => id === row.id)
  if (!there || there.start_at !== row.start_at) return row.attendees
  const answers = new Map(attendeesOf(there).map((one) => [one.address, one]))
  return JSON.stringify(
    attendeesOf(row).map((one) =>
      (answers.get(one.address)?.answeredAt ?? 0) > (one.answeredAt ?? 0) ? answers.get(one.address) : one,
    ),
  )
}
