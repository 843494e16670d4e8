import type { CalendarSettings, EventInput } from '@yanshu/contracts'
import { dayOf, partsOf } from '@yanshu/contracts/days'
import { http, useLanguage } from '@yanshu/shell-api'
import { momentsOf, saveEvent } from '../data/commands.ts'
import { sentenceOf } from '../model/rule.ts'
import { type Saying, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import { parseQuickAdd, type QuickEvent } from './parseQuickAdd.ts'
import { QuickLine } from './QuickLine.tsx'
import css from './quick.module.css'

export interface QuickAddProps {
  saying: Saying & { readonly zone: string }
  settings: CalendarSettings
  calendarId: number
  now: number
  onAdded: (day: number) => void
}

/** Names become people where exactly one is meant; else they stay in the title. */
async function peopleFor(names: readonly string[]) {
  const found = await Promise.all(
    names.map(async (keyword) => {
      const { list } = await http
        .get('contact/list/suggest', { keyword, pageSize: 5 }, { silent: true })
        .catch(() => ({ list: [] }))
      const exact = list.filter(({ name }) => name === keyword)
      return exact.length === 1 ? exact : []
    }),
  )
  return found.flat().map(({ name, address }) => ({ name, address }))
}

/** One line that becomes an event. Enter adds it, and never while an input method composes. */
export function QuickAdd({ saying, settings, calendarId, now, onAdded }: QuickAddProps) {
  const say = useWords()
  const language = useLanguage()
  const add = async (made: QuickEvent) => {
    const attendees = await peopleFor(made.people)
    const input: EventInput = {
      calendarId,
      title: attendees.length === made.people.length ? made.title : made.titleWithPeople,
      place: made.place,
      allDay: made.allDay,
      ...momentsOf(made, saying.zone),
      zone: saying.zone,
      repeat: made.repeat,
      availability: made.allDay ? 'free' : 'busy',
      attendees,
    }
    await saveEvent(input, null)
    onAdded(dayOf(made.startWall))
  }
  return (
    <QuickLine
      className={css.apart}
      label={say('quick.label')}
      placeholder={say('quick.placeholder')}
      read={(text) => parseQuickAdd(text, { now, length: settings.defaultLength })}
      add={add}
      preview={(event) => (
        <>
          <strong>{event.title}</strong>
          <span>{when(saying, event, partsOf(dayOf(now)).year, say('allDay'))}</span>
          {event.repeat && <span>{sentenceOf(event.repeat, language, say)}</span>}
          {event.place && <span>{say('quick.at', { place: event.place })}</span>}
          {event.people.length > 0 && (
            <span>{say('quick.with', { names: event.people.join(language === 'zh' ? '、' : ', ') })}</span>
          )}
        </>
      )}
    />
  )
}
