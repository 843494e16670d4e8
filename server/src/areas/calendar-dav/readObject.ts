import { zoneOfPerson } from '@yanshu/contracts'
import type { ReadEvent } from '../../calendar-model/ics/readIcs.ts'
import { CalendarFileRefusedError } from '../../calendar-model/rows/errors.ts'
import { DavError } from '../../platform/dav/davService.ts'
import { CALDAV } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { type TaskGroup, taskGroups } from '../calendar/index.ts'
import { groupsOf } from '../calendar-mail/index.ts'

/** An object of up to this length is read in this thread. */
const IN_PLACE_MAX = 64 * 1_024

/** A task that a client puts, with its single times. */
export interface PutTask extends TaskGroup {
  readonly kind: 'task'
  readonly uid: string
  readonly extra: string
}

/** What a client puts: one event with its exceptions (RFC 4791 §4.1). */
export interface PutObject {
  readonly kind: 'event'
  readonly uid: string
  /** null for single times of a series to which a person is invited. */
  readonly series: ReadEvent | null
  readonly instances: readonly ReadEvent[]
  /** What is kept beside the rows for its client (`ics/kept.ts`), as JSON. */
  readonly extra: string
}

const refuse = (condition: string): DavError => new DavError(403, { ns: CALDAV, name: condition })

/** Reads what a client puts. Throws `DavError` with the condition of RFC 4791 §5.3.2.1 that it breaks. */
export async function readObject(context: Context, accountId: number, body: string): Promise<PutObject | PutTask> {
  if (body.includes('\0')) throw refuse('valid-calendar-data')
  const zone = zoneOfPerson(await readSettings(context, accountId))
  const read = await parse(context, body, zone)
  if (read.method !== '') throw refuse('valid-calendar-object-resource')
  if (read.skipped.length > 0) throw refuse('valid-calendar-data')
  if (read.events.length + read.tasks.length === 0) throw refuse('supported-calendar-component')
  if (read.tasks.length > 0) {
    const [first, ...others] = taskGroups(read.tasks)
    const single = first && others.length === 0 && read.events.length === 0 && first.task.recurrenceAt === null
    if (!single || first.task.uid === '') throw refuse('valid-calendar-object-resource')
    return { kind: 'task', ...first, uid: first.task.uid, extra: read.extra }
  }
  const groups = groupsOf(read.events)
  const [group] = groups
  const known = read.events.every(({ uid }) => uid !== '')
  if (!group || groups.length > 1 || !known) throw refuse('valid-calendar-object-resource')
  return { kind: 'event', ...group, extra: read.extra }
}

async function parse(context: Context, body: string, zone: string) {
  if (body.length > IN_PLACE_MAX) {
    const { readObjectApart } = await import('../../calendar-model/ics/icsWork.ts')
    return readObjectApart(context, body, zone).catch((error: unknown) => {
      throw error instanceof CalendarFileRefusedError ? refuse('valid-calendar-data') : error
    })
  }
  const { readObjectText } = await import('../../calendar-model/ics/readObjectText.ts')
  try {
    return readObjectText(body, zone)
  } catch {
    // Every error of the library is an error of the object.
    throw refuse('valid-calendar-data')
  }
}
