import { DEFAULT_TIME_ZONE, zoneOfHours } from '@yanshu/contracts'
import { BlobDamagedError, BlobMissingError } from '../../../store/blobs/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { decodeIcs } from '../ics/decodeIcs.ts'
import { readIcsApart } from '../ics/icsWork.ts'
import { CalendarFileRefusedError } from '../rows/errors.ts'
import type { Itip } from './itip.ts'

/** Bytes of a calendar object that is read as a message; a larger one is a calendar, to be imported. */
export const ITIP_SIZE_MAX = 1_024 * 1_024
/** Events of a message; a whole calendar that is sent may have more. */
const EVENTS_MAX = 100

export interface CalendarObject {
  readonly hash: string
  /** Whose mail it is, in lower case; '' where the sender cannot be trusted. */
  readonly from: string
  readonly local: boolean
  /** Of times that say none; the organisation's when left out. */
  readonly zone?: string
}

/** Reads the calendar object of a mail in a thread. Throws `CalendarFileRefusedError` when it is none or costs too much. */
export async function readCalendarObject(
  context: Context,
  { hash, from, local, zone = zoneOfHours(DEFAULT_TIME_ZONE) }: CalendarObject,
): Promise<Itip> {
  let bytes: Uint8Array
  try {
    bytes = await context.blobs.readAll(hash)
  } catch (error) {
    if (error instanceof BlobMissingError || error instanceof BlobDamagedError) throw new CalendarFileRefusedError()
    throw error
  }
  const { method, events } = await readIcsApart(context, decodeIcs(bytes), zone, 'mail')
  return { method, from, local, events: events.slice(0, EVENTS_MAX) }
}

interface Part {
  readonly kind: string
  readonly contentType: string
  readonly size: number
  readonly blobHash: string
}

/** The part for programs: the alternative of the text is preferred to an attached copy. */
export function calendarPart<P extends Part>(parts: readonly P[]): P | undefined {
  const fitting = parts.filter(({ kind, size }) => kind === 'calendar' && size > 0 && size <= ITIP_SIZE_MAX)
  return fitting.find(({ contentType }) => contentType === 'text/calendar') ?? fitting[0]
}
