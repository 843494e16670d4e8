import type { CalendarEntry, EventInstance } from '@yanshu/contracts'
import { Button } from '@yanshu/ui'
import { deleteInstance } from '../data/commands.ts'
import { mayChange } from '../model/rights.ts'
import { useWords } from '../useWords.ts'
import css from './view.module.css'

/** So many are named; the rest follows when these are deleted. */
const NAMED = 3

/** Events that no view can draw, by their names: the calendar stays usable beside them, and their owner can delete them. */
export function WithoutTimes({
  instances,
  calendars,
}: {
  instances: readonly EventInstance[]
  calendars: ReadonlyMap<number, CalendarEntry>
}) {
  const say = useWords()
  return instances.slice(0, NAMED).map((one) => (
    <p key={`${one.eventId}:${one.at}`} className={css.note}>
      {say('noTimes', { title: one.title })}
      {mayChange(calendars.get(one.calendarId)) && (
        <Button size="small" variant="text" onClick={() => void deleteInstance(one, 'all')}>
          {say('delete')}
        </Button>
      )}
    </p>
  ))
}
