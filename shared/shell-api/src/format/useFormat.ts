import { language, useLanguage } from '../i18n/i18n.ts'
import { settings, useGeneral } from '../settings/settings.ts'
import { type Format, type FormatChoice, formatBy } from './format.ts'

let made: { readonly choice: FormatChoice; readonly format: Format } | null = null

/** One for all: each row of a list asks for it, and making the browser's formats of numbers uses a part of a row's time. */
function formatOf(choice: FormatChoice): Format {
  const same =
    made?.choice.language === choice.language &&
    made.choice.timeZone === choice.timeZone &&
    made.choice.zone === choice.zone &&
    made.choice.timeFormat === choice.timeFormat
  if (!made || !same) made = { choice, format: formatBy(choice) }
  return made.format
}

/** Dates, sizes and counts in the user's language, time zone and clock. The same object until one of them changes. */
export function useFormat(): Format {
  const spoken = useLanguage()
  const { timeZone, zone, timeFormat } = useGeneral()
  return formatOf({ language: spoken, timeZone, zone, timeFormat })
}

/** The same outside of React. */
export function format(): Format {
  const { timeZone, zone, timeFormat } = settings.current().general
  return formatOf({ language: language(), timeZone, zone, timeFormat })
}
