import { formatBy, useGeneral, useLanguage } from '@yanshu/shell-api'
import { SearchSelect } from '@yanshu/ui/form'
import { useMemo } from 'react'
import { useWords } from '../useWords.ts'
import { namedZones } from './namedZones.ts'
import type { ZoneFieldProps } from './zoneFieldProps.ts'

const HOUR = 3_600_000

/** The zones with a search over their cities and offsets, behind them those with daylight saving time. */
export default function SearchTimeZone({ label, placeholder, value, now, options, onChange }: ZoneFieldProps) {
  const say = useWords()
  const language = useLanguage()
  const { zone: chosen, timeFormat } = useGeneral()
  const all = useMemo(() => {
    const named = namedZones(language, chosen, now).map(({ zone, offset, written, cities, keywords }) => {
      // By the hours that hold now: a clock of the browser for each zone would take as long again.
      const there = formatBy({ language, timeZone: offset / HOUR, timeFormat, now: () => now })
      const label = say('time.named', { offset: written, cities, time: there.mailTime(now) })
      return { value: zone, label, keywords }
    })
    return [...options.filter((option) => option.value !== chosen), ...named]
  }, [language, chosen, timeFormat, now, options, say])
  return (
    <SearchSelect
      label={label}
      hideLabel
      placeholder={placeholder}
      value={value}
      options={all}
      onChange={(zone) => zone !== undefined && onChange(zone)}
    />
  )
}
