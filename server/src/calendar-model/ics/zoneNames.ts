import { isZone, offsetAt } from '@yanshu/contracts'
import { WINDOWS_ZONES } from './windowsZones.ts'

/**
 * Zones by the names that Windows gives them, as Outlook and Exchange write them: made from CLDR by
 * `tools/zones/main.ts`.
 */
const WINDOWS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone] as const),
  ['utc', 'UTC'],
  ['gmt', 'UTC'],
  ['中国标准时间', 'Asia/Shanghai'],
])

/** A zone for each clock that Windows knows, those of many people first. */
export const ZONES_OF_WINDOWS: readonly string[] = [
  ...new Set([
    ...['Asia/Shanghai', 'UTC', 'Europe/Berlin', 'America/New_York', 'Europe/London', 'America/Los_Angeles'],
    ...['America/Chicago', 'America/Denver', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Sydney'],
    ...Object.values(WINDOWS_ZONES),
  ]),
]

/** How Windows calls clocks where it shows them to people without a city of the IANA list, or with several. */
const SHOWN: readonly (readonly [RegExp, string])[] = [
  [/\)\s*Beijing/i, 'Asia/Shanghai'],
  [/Eastern Time \(US/i, 'America/New_York'],
  [/Central Time \(US/i, 'America/Chicago'],
  [/Mountain Time \(US/i, 'America/Denver'],
  [/Pacific Time \(US/i, 'America/Los_Angeles'],
  [/Atlantic Time \(Canada/i, 'America/Halifax'],
  [/\)\s*Alaska/i, 'America/Anchorage'],
  [/\)\s*Newfoundland/i, 'America/St_Johns'],
]

/** Zones by the last part of their names, in lower case: `berlin`. */
const BY_CITY: ReadonlyMap<string, string> = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...ZONES_OF_WINDOWS]
    .filter((zone) => !zone.startsWith('Etc/'))
    .map(
      (zone) =>
        [
          zone
            .slice(zone.lastIndexOf('/') + 1)
            .replaceAll('_', ' ')
            .toLowerCase(),
          zone,
        ] as const,
    ),
)

const HOUR_MS = 3_600_000

/**
 * The zone of the IANA list that a TZID means: its own name, at the end of a path as some programs write it, the name
 * that Windows has for it or shows for it, or an offset in words such as `(UTC+08:00) Beijing`. null when it is none of them.
 */
export function zoneNamed(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '')
  const windows = WINDOWS.get(name.toLowerCase())
  if (windows) return windows
  if (name.includes('/') && isZone(name)) return name
  const parts = name.split('/')
  for (const count of [3, 2]) {
    const end = parts.slice(-count).join('/')
    if (parts.length > count && isZone(end)) return end
  }
  const offset = /^\(?(?:UTC|GMT)\s*([+-])(\d{1,2})[:.]?(\d{2})?\)?\s*(.*)$/i.exec(name)
  if (offset) {
    const [, sign, hours, minutes = '0', cities = ''] = offset
    const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    return SHOWN.find(([pattern]) => pattern.test(name))?.[1] ?? zoneOfCities(cities, ahead) ?? zoneOfOffset(ahead)
  }
  return /^[A-Z]{3,4}$/.test(name) && isZone(name) ? name : null
}

/** The zone of one of the cities that Windows shows, where its clock is as far ahead in winter as is given. */
function zoneOfCities(cities: string, ahead: number): string | null {
  for (const city of cities.split(',')) {
    const zone = BY_CITY.get(city.trim().toLowerCase())
    const offsets = zone && [offsetAt(zone, Date.UTC(2026, 0, 15)), offsetAt(zone, Date.UTC(2026, 6, 15))]
    if (zone && offsets && Math.min(...offsets) === ahead * 60_000) return zone
  }
  return null
}

/** Zones without summer time whose clocks are not whole hours ahead. */
const BETWEEN_HOURS: Readonly<Record<number, string>> = {
  210: 'Asia/Tehran', 270: 'Asia/Kabul', 330: 'Asia/Kolkata', 345: 'Asia/Kathmandu', 390: 'Asia/Yangon',
  525: 'Australia/Eucla', 570: 'Australia/Darwin', [-570]: 'Pacific/Marquesas',
} // biome-ignore format: a table

/** A zone without summer time, by minutes; null beyond those of the list. */
function zoneOfOffset(minutes: number): string | null {
  if (minutes === 480) return 'Asia/Shanghai'
  if (minutes === 0) return 'UTC'
  const hours = (minutes * 60_000) / HOUR_MS
  if (!Number.isInteger(hours)) return BETWEEN_HOURS[minutes] ?? null
  return hours >= -12 && hours <= 14 ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : null
}
