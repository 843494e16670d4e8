import type { PackedDay } from '../model/packing.ts'
import type { Placed } from '../model/placed.ts'
import { dayTitle, type Saying, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import css from './search.module.css'

export interface OnPaperProps {
  packed: readonly (readonly [day: number, blocks: PackedDay])[]
  placed: readonly Placed[]
  saying: Saying
  year: number
}

/** On paper a number of further events opens no list: they stand below the days, each with its time. */
export default function OnPaper({ packed, placed, saying, year }: OnPaperProps) {
  const say = useWords()
  return (
    <section className={css.onPaper} aria-hidden="true">
      {packed.map(([day, { blocks, rests }]) => {
        if (rests.length === 0) return null
        const shown = new Set(blocks.map(({ placed: one }) => one.key))
        const hidden = placed.filter(
          ({ key, bar, firstDay, lastDay }) => !bar && firstDay <= day && lastDay >= day && !shown.has(key),
        )
        return (
          <div key={day}>
            <h3>{dayTitle(saying.language, day, year)}</h3>
            <ul>
              {hidden.map(({ key, instance, ...span }) => (
                <li key={key}>
                  {when(saying, { ...span, allDay: instance.allDay }, year, say('allDay'))} · {instance.title}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
