import type { ContactBirthday, EventInstance } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { t } from '@yanshu/shell-api'

/** Stands where others have the number of their calendar; no real one is negative. */
const BIRTHDAYS = -1
const TONE = 12

/** Whether an instance is a birthday of a contact, which is no event that can be read or changed. */
export const isBirthday = ({ calendarId }: Pick<EventInstance, 'calendarId'>): boolean => calendarId === BIRTHDAYS

/** A birthday as a whole day that keeps no time busy. */
export function instanceOfBirthday({ contactId, name, day, age, lunar }: ContactBirthday): EventInstance {
  const start = Date.parse(day)
  const key = `birthdays.${lunar ? 'lunar' : 'of'}${age === null || age === 0 ? '' : 'Age'}`
  return {
    eventId: -contactId,
    calendarId: BIRTHDAYS,
    at: start,
    start,
    end: start + DAY_MS,
    allDay: true,
    title: t('remote-calendar', key, { name, age: age ?? 0 }),
    place: '',
    color: TONE,
    availability: 'free',
    cancelled: false,
    private: false,
    repeats: false,
    exception: false,
    people: 0,
    answer: '',
    version: 0,
  }
}
