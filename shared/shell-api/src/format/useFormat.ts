import { useMemo } from 'react'
import { language, useLanguage } from '../i18n/i18n.ts'
import { settings, useGeneral } from '../settings/settings.ts'
import { type Format, formatBy } from './format.ts'

/** Dates, sizes and counts in the user's language, time zone and clock. The same object until one of them changes. */
export function useFormat(): Format {
  const spoken = useLanguage()
  const { timeZone, timeFormat } = useGeneral()
  return useMemo(() => formatBy({ language: spoken, timeZone, timeFormat }), [spoken, timeZone, timeFormat])
}

/** The same outside of React. */
export function format(): Format {
  const { timeZone, timeFormat } = settings.current().general
  return formatBy({ language: language(), timeZone, timeFormat })
}
