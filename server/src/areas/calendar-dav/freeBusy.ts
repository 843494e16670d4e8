import { utcText } from '../../calendar-model/recurrence/ruleText.ts'
import { DAY_MS } from '../../calendar-model/rows/series.ts'
import { DavError } from '../../platform/dav/davService.ts'
import type { Context } from '../../store/context/context.ts'
import { busyTimes } from '../calendar-store/index.ts'
import type { Window } from './expandObject.ts'

/** Days of one question: clients ask for some months. */
const DAYS_MAX = 400

const TYPES = { busy: 'BUSY', tentative: 'BUSY-TENTATIVE', away: 'BUSY-UNAVAILABLE' } as const

interface Whose {
  readonly accountId: number
  /** One calendar of theirs; all of them without it. */
  readonly calendarId?: number
}

/** The lines of a VFREEBUSY that hold a person's busy times (RFC 5545 §3.6.4). Throws `DavError` for a window too long. */
export async function busyLines(context: Context, { accountId, calendarId }: Whose, window: Window): Promise<string[]> {
  if (window.to - window.from > DAYS_MAX * DAY_MS) throw new DavError(403)
  const times = await busyTimes(context.store.db, context, [accountId], window)
  return times
    .filter((one) => calendarId === undefined || one.calendarId === calendarId)
    .map(({ availability, start, end }) => {
      const from = Math.max(start, window.from)
      const to = Math.min(end, window.to)
      return `FREEBUSY;FBTYPE=${TYPES[availability]}:${utcText(from)}/${utcText(to)}`
    })
}

/** A calendar object with one VFREEBUSY. */
export const freeBusyObject = (lines: readonly string[], window: Window, now: number, method = ''): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Yanshu//Calendar//ZH',
    ...(method === '' ? [] : [`METHOD:${method}`]),
    'BEGIN:VFREEBUSY',
    `DTSTAMP:${utcText(now)}`,
    `DTSTART:${utcText(window.from)}`,
    `DTEND:${utcText(window.to)}`,
    ...lines,
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A person's busy times in a window, as the report `free-busy-query` answers it (RFC 4791 §7.10). */
export async function freeBusyOf(context: Context, whose: Whose, window: Window): Promise<string> {
  return freeBusyObject(await busyLines(context, whose, window), window, context.now())
}
