import type { ChineseDay } from '@yanshu/contracts'
import { useLanguage } from '@yanshu/shell-api'
import { cx } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './day.module.css'

/** What the Chinese calendar says of a day: the festival, the solar term or the day of the moon, and 休 or 班. */
export function DayWords({ day, compact }: { day: ChineseDay | undefined; compact?: boolean }) {
  const say = useWords()
  const chinese = useLanguage() === 'zh'
  if (!day) return null
  const special = day.festival ?? day.term
  return (
    <>
      {day.mark && (
        <span className={cx(css.mark, day.mark === 'off' ? css.off : css.work)} title={day.holiday}>
          {say(day.mark === 'off' ? 'day.off' : 'day.work')}
        </span>
      )}
      {!compact && chinese && (
        <span data-lunar="" className={cx(css.lunar, special !== undefined && css.special)}>
          {special ?? day.lunar}
        </span>
      )}
    </>
  )
}
