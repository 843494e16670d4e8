import type { EventInstance } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { saveEvent, type WallSpan } from '../data/commands.ts'
import { draftOf, type EventDraft, inputOf, timesOf } from './eventForm.ts'

/**
 * Makes a copy of an event at another time. One with people is answered as a draft instead, because saving it mails them;
 * null when it was saved. A copy happens once, and stands in `home` where the calendar of the event is not one's to write.
 */
export async function copyEvent(
  { eventId, at }: Pick<EventInstance, 'eventId' | 'at'>,
  span: WallSpan,
  { zone, home, writable }: { readonly zone: string; readonly home: number; readonly writable: boolean },
): Promise<EventDraft | null> {
  const detail = await http.get('calendar/event/get', { eventId, at })
  const draft = draftOf(detail)
  const copy: EventDraft = {
    ...draft,
    ...timesOf(span),
    calendarId: writable ? draft.calendarId : home,
    zone,
    repeat: null,
    attendees: draft.attendees.map(({ name, address, optional }) => ({ name, address, optional, answer: '' })),
  }
  const input = inputOf(copy)
  if (copy.attendees.length > 0 || !input) return copy
  await saveEvent(input, null)
  return null
}
