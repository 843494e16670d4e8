import type { Kysely } from 'kysely'
import { filesOf, type KeptFile } from '../../../calendar-model/rows/eventFiles.ts'
import type { Engine } from '../../../store/database/engine.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Schema } from '../../../store/database/schema.ts'
import { allows, seenCalendars } from '../calendars/access.ts'

/**
 * Finds a file of an event that an account may read in full: of a calendar that it may at least view, and of private
 * events only as their owner. null for others, so that they cannot find which files exist.
 */
export async function findReadableFile(
  { db, engine }: { readonly db: Kysely<Schema>; readonly engine: Engine },
  accountId: number,
  fileId: string,
): Promise<KeptFile | null> {
  const seen = await seenCalendars(db, accountId)
  const readable = seen.filter(({ level }) => allows(level, 'view')).map(({ id }) => id)
  const own = seen.filter(({ level }) => level === 'own').map(({ id }) => id)
  if (readable.length === 0) return null
  const row = await db
    .selectFrom('event_file')
    .innerJoin('event', 'event.id', 'event_file.event_id')
    .select('event.files')
    .where('event_file.file_id', '=', fileId)
    .where(numberIn(engine, 'event.calendar_id', readable))
    .where((eb) =>
      own.length === 0
        ? eb('event.private', '=', 0)
        : eb.or([eb('event.private', '=', 0), numberIn(engine, 'event.calendar_id', own)]),
    )
    .limit(1)
    .executeTakeFirst()
  return (row && filesOf(row).find((file) => file.fileId === fileId)) ?? null
}
