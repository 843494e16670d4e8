import type { Attendee } from '@yanshu/contracts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'

/** A calendar object that came with a mail. Plain data: it waits in the store until its mail is delivered. */
export interface Itip {
  /** In upper case; '' for a file that is no message. */
  readonly method: string
  /** Whose mail it is, in lower case; '' where the sender cannot be trusted. */
  readonly from: string
  /** Nothing confirms that the mail is from the domain of its sender. */
  readonly unproven: boolean
  /** Written on this server, so that its answers of the people are our own. */
  readonly local: boolean
  readonly events: readonly ReadEvent[]
}

/** Methods for the people who were invited. */
export const TO_PEOPLE: ReadonlySet<string> = new Set(['REQUEST', 'CANCEL', 'ADD'])

/** The result, as a verdict of delivery names it. */
export type ItipOutcome =
  | 'stored'
  | 'updated'
  | 'cancelled'
  | 'answered'
  | 'proposed'
  | 'asked'
  /** It is older than what is there. */
  | 'stale'
  /** Its sender may not send it. */
  | 'not-theirs'
  /** Nothing confirms its sender, and it would change an event that is there. */
  | 'unproven'
  /** There is no such event. */
  | 'unknown'
  /** Its rule is refused, or it has no time. */
  | 'refused'
  /** It is no calendar object, or costs more to read than it may. */
  | 'unreadable'
  | 'nothing'

export interface Applied {
  readonly outcome: ItipOutcome
  /** Calendars that have changed. */
  readonly calendarIds: readonly number[]
  /** The event that it is about; null when there is none. */
  readonly eventId: number | null
}

export const nothingApplied = (outcome: ItipOutcome): Applied => ({ outcome, calendarIds: [], eventId: null })

/** One event of a message with the times of it that differ. */
export interface ItipGroup {
  readonly uid: string
  /** null when there are only single times. */
  readonly series: ReadEvent | null
  readonly instances: readonly ReadEvent[]
}

/** Events of one message, by UID. Those without one cannot be identified and are left out. */
export function groupsOf(events: readonly ReadEvent[]): ItipGroup[] {
  const groups = new Map<string, { series: ReadEvent | null; instances: Map<number, ReadEvent> }>()
  for (const event of events) {
    if (event.uid === '') continue
    const group = groups.get(event.uid) ?? { series: null, instances: new Map<number, ReadEvent>() }
    groups.set(event.uid, group)
    if (event.recurrenceAt !== null) group.instances.set(event.recurrenceAt, event)
    else if (!group.series || isNewer(event, group.series)) group.series = event
  }
  return [...groups].map(([uid, { series, instances }]) => ({ uid, series, instances: [...instances.values()] }))
}

/** Which of two is the newer one: by SEQUENCE, then by DTSTAMP (RFC 5546 §2.1.5). */
export const isNewer = (
  one: { readonly sequence: number; readonly stamp: number },
  other: { readonly sequence: number; readonly stamp: number },
): boolean => one.sequence > other.sequence || (one.sequence === other.sequence && one.stamp > other.stamp)

/** The people of an event with the answer of one of them replaced. */
export const withAnswer = (
  attendees: readonly Attendee[],
  address: string,
  answer: Attendee['answer'],
  more: Pick<Attendee, 'comment' | 'answeredAt'> = {},
): Attendee[] =>
  attendees.map((one) => (one.address.toLowerCase() === address.toLowerCase() ? { ...one, answer, ...more } : one))
