import type { GeneralSettings } from '@yanshu/contracts'
import { fetchPart, formatBy, useGeneral, useLanguage } from '@yanshu/shell-api'
import { Select } from '@yanshu/ui'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { timeZones } from './timeZones.ts'
import { useNow } from './useNow.ts'
import type { ZoneFieldProps } from './zoneFieldProps.ts'

/** The zones as a plain list: while the search is on its way, and when it cannot be had. */
function PlainTimeZone({ label, value, options, onChange }: ZoneFieldProps) {
  return <Select label={label} hideLabel value={value} options={options} onChange={onChange} />
}

/** The code of the search, once it has come. */
const here: { Search?: ComponentType<ZoneFieldProps> } = {}

/** The field with a search, once its code is there. A user who uses the plain list by then keeps it. */
function useSearch(): { Field: ComponentType<ZoneFieldProps>; hold: () => void } {
  const [Field, setField] = useState<ComponentType<ZoneFieldProps>>(() => here.Search ?? PlainTimeZone)
  const held = useRef(false)
  useEffect(() => {
    let gone = false
    const fetchSearch = () =>
      fetchPart<{ default: ComponentType<ZoneFieldProps> }>(() => import('./SearchTimeZone.tsx')).then(
        (part) => {
          here.Search = part.default
          if (!gone && !held.current) setField(() => part.default)
        },
        () => undefined,
      )
    // Behind the task that draws the page: to begin scripts took a fifth of it.
    const later = setTimeout(() => void fetchSearch())
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [])
  return {
    Field,
    hold: () => {
      held.current = true
    },
  }
}

/** What was chosen: a number of hours all year, or a zone by its name. */
export type ChosenZone = Pick<GeneralSettings, 'zone'> & Partial<Pick<GeneralSettings, 'timeZone'>>

/** The user's time zone (§9), each with cities and the time there now; behind them zones with their daylight saving time. */
export function TimeZoneField({ onChange }: { onChange: (chosen: ChosenZone) => void }) {
  const say = useWords()
  const language = useLanguage()
  const { timeZone, zone, timeFormat } = useGeneral()
  const { Field, hold } = useSearch()
  const now = useNow()
  const options = useMemo(() => {
    const hours = timeZones(language).map(({ offset, written, cities, keywords }) => {
      const there = formatBy({ language, timeZone: offset, timeFormat, now: () => now })
      return {
        value: `${offset}`,
        label: say('time.option', { offset: written, cities, time: there.mailTime(now) }),
        keywords,
      }
    })
    return zone === '' ? hours : [...hours, { value: zone, label: zone, keywords: zone }]
  }, [language, timeFormat, zone, now, say])
  const field: ZoneFieldProps = {
    label: say('time.timeZone'),
    placeholder: say('time.timeZonePlaceholder'),
    value: zone || `${timeZone}`,
    now,
    options,
    onChange: (value) =>
      onChange(Number.isNaN(Number(value)) ? { zone: value } : { zone: '', timeZone: Number(value) }),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notes that the control inside of it is used
    <div onPointerDown={hold} onFocus={hold}>
      <Field {...field} />
    </div>
  )
}
