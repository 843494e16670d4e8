import { dayFrom, dayOf, partsOf } from '@yanshu/contracts/days'
import { useMemo } from 'react'
import { useWords } from '../useWords.ts'
import type { GridProps } from './gridProps.ts'
import { MiniMonth } from './MiniMonth.tsx'
import css from './year.module.css'

export interface YearViewProps extends GridProps {
  unpublished: readonly number[]
}

/** Twelve months: where something happens, and which days are off. */
export default function YearView({ day, placed, days, saying, settings, now, onLookAt, unpublished }: YearViewProps) {
  const say = useWords()
  const { year } = partsOf(day)
  const busy = useMemo(() => {
    const all = new Set<number>()
    for (const { firstDay, lastDay } of placed) {
      for (let of = firstDay; of <= Math.min(lastDay, firstDay + 366); of += 1) all.add(of)
    }
    return all
  }, [placed])
  const marks = useMemo(
    () => new Map([...days].flatMap(([date, { mark }]) => (mark ? [[date, mark] as const] : []))),
    [days],
  )
  return (
    <div className={css.yearScroll}>
      {unpublished.includes(year) && <p className={css.unpublished}>{say('year.unpublished', { year })}</p>}
      <div className={css.year}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => (
          <MiniMonth
            key={month}
            fixed
            day={dayFrom(year, month, 1)}
            today={dayOf(now)}
            language={saying.language}
            weekStart={settings.weekStart}
            busy={busy}
            marks={marks}
            onDay={onLookAt}
          />
        ))}
      </div>
    </div>
  )
}
