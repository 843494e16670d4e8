import type { ChineseDay } from '@yanshu/contracts'
import { useLanguage } from '@yanshu/shell-api'
import { cx } from '@yanshu/ui'
import { festivalInEnglish } from '../model/festivals.ts'
import { useWords } from '../useWords.ts'
import css from './day.module.css'

/**
 * What the Chinese calendar has for a day: the festival, the solar term or the day of the moon, and 休 or 班. In English the
 * festival alone.
 */
export function DayWords({ day, compact }: { day: ChineseDay | undefined; compact?: boolean }) {
  const say = useWords()
  const chinese = useLanguage() === 'zh'
  if (!day) return null
  const special = chinese ? (day.festival ?? day.term) : day.festival && festivalInEnglish(day.festival)
  const words = special ?? (chinese ? day.lunar : undefined)
  const holiday = day.holiday && !chinese ? festivalInEnglish(day.holiday) : day.holiday
  return (
    <>
      {day.mark && (
        <span className={cx(css.mark, day.mark === 'off' ? css.off : css.work)} title={holiday}>
          {say(day.mark === 'off' ? 'day.off' : 'day.work')}
        </span>
      )}
      {!compact && words && (
        <span data-lunar="" title={words} className={cx(css.lunar, special !== undefined && css.special)}>
          {words}
        </span>
      )}
    </>
  )
}
