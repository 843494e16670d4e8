import { DEFAULT_TIME_ZONE, zoneOfHours } from '@yanshu/contracts'
import { decodeIcs } from '../../../calendar-model/ics/decodeIcs.ts'
import { readIcsApart } from '../../../calendar-model/ics/icsWork.ts'
import { CalendarFileRefusedError } from '../../../calendar-model/rows/errors.ts'
import { BlobDamagedError, BlobMissingError } from '../../../store/blobs/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import type { Itip } from './itip.ts'

/** Bytes of a calendar object that is read as a message; a larger one is a calendar, to be imported. */
export const ITIP_SIZE_MAX = 1_024 * 1_024
/** Events of a message; a whole calendar that is sent may have more. */
const EVENTS_MAX = 100

export interface CalendarObject {
  readonly hash: string
  /** Whose mail it is, in lower case; '' where the sender cannot be trusted. */
  readonly from: string
  readonly unproven: boolean
  readonly local: boolean
  /** Of times that say none; the organisation's when left out. */
  readonly zone?: string
}

/** Objects that stay read, and for how long: a mail to a whole organisation is applied to the calendars of all one by one. */
const KEPT_MAX = 8
const KEPT_MS = 60_000

type Read = Pick<Itip, 'method' | 'events'>

/** What was read lately, by content and time zone, of which alone it is made; the newest last. */
const lately = new Map<string, { readonly at: number; readonly read: Promise<Read> }>()

/**
 * Reads the calendar object of a mail in a thread; one that came to many people is read once. Throws
 * `CalendarFileRefusedError` when it is none or costs too much.
 */
export async function readCalendarObject(
  context: Context,
  { hash, from, unproven, local, zone = zoneOfHours(DEFAULT_TIME_ZONE) }: CalendarObject,
): Promise<Itip> {
  const key = `${hash} ${zone}`
  const now = performance.now()
  for (const [known, { at }] of lately) if (now - at > KEPT_MS || lately.size > KEPT_MAX) lately.delete(known)
  const kept = lately.get(key) ?? { at: now, read: read(context, hash, zone) }
  lately.set(key, kept)
  try {
    return { ...(await kept.read), from, unproven, local }
  } catch (error) {
    // It is tried anew by the next one: what failed may have been the store.
    if (lately.get(key) === kept) lately.delete(key)
    throw error
  }
}

async function read(context: Context, hash: string, zone: string): Promise<Read> {
  let bytes: Uint8Array
  try {
    bytes = await context.blobs.readAll(hash)
  } catch (error) {
    if (error instanceof BlobMissingError || error instanceof BlobDamagedError) throw new CalendarFileRefusedError()
    throw error
  }
  const { method, events } = await readIcsApart(context, decodeIcs(bytes), zone, 'mail')
  return { method, events: events.slice(0, EVENTS_MAX) }
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
