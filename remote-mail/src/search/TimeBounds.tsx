import { useGeneral } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { DateField } from '@yanshu/ui/picker'
import { useMailT } from '../mailbox/useMailbox.ts'
import { fromClock, toClock } from './localTime.ts'
import css from './search.module.css'
import { type SearchForm, withTime } from './searchParams.ts'

interface TimeBoundsProps {
  form: SearchForm
  onChange: (form: SearchForm) => void
}

/** From when to when, in minutes of the user's clock. */
export default function TimeBounds({ form, onChange }: TimeBoundsProps) {
  const t = useMailT()
  const { timeZone } = useGeneral()
  const setTime = (which: 'startTime' | 'endTime', clock: string | undefined) => {
    const { form: next, corrected } = withTime(form, which, fromClock(clock, timeZone))
    if (corrected) notify.warning(t('search.timesCorrected'))
    onChange(next)
  }
  return (
    <div className={css.times}>
      {(['startTime', 'endTime'] as const).map((which) => (
        <DateField
          key={which}
          label={t(`search.${which}`)}
          withTime
          value={toClock(form[which], timeZone)}
          onChange={(clock) => setTime(which, clock)}
        />
      ))}
    </div>
  )
}
