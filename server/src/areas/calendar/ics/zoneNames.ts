import { isZone } from '@yanshu/contracts'

/** Zones by the names that Windows gives them (CLDR, windowsZones, territory 001), as Outlook and Exchange write them. */
const WINDOWS: Readonly<Record<string, string>> = {
  'china standard time': 'Asia/Shanghai',
  'taipei standard time': 'Asia/Taipei',
  'singapore standard time': 'Asia/Singapore',
  'w. australia standard time': 'Australia/Perth',
  'tokyo standard time': 'Asia/Tokyo',
  'korea standard time': 'Asia/Seoul',
  'se asia standard time': 'Asia/Bangkok',
  'myanmar standard time': 'Asia/Yangon',
  'central asia standard time': 'Asia/Bishkek',
  'bangladesh standard time': 'Asia/Dhaka',
  'india standard time': 'Asia/Kolkata',
  'sri lanka standard time': 'Asia/Colombo',
  'nepal standard time': 'Asia/Kathmandu',
  'west asia standard time': 'Asia/Tashkent',
  'pakistan standard time': 'Asia/Karachi',
  'arabian standard time': 'Asia/Dubai',
  'iran standard time': 'Asia/Tehran',
  'russian standard time': 'Europe/Moscow',
  'turkey standard time': 'Europe/Istanbul',
  'arab standard time': 'Asia/Riyadh',
  'e. africa standard time': 'Africa/Nairobi',
  'israel standard time': 'Asia/Jerusalem',
  'egypt standard time': 'Africa/Cairo',
  'south africa standard time': 'Africa/Johannesburg',
  'gtb standard time': 'Europe/Bucharest',
  'fle standard time': 'Europe/Kyiv',
  'e. europe standard time': 'Europe/Chisinau',
  'w. europe standard time': 'Europe/Berlin',
  'central europe standard time': 'Europe/Budapest',
  'central european standard time': 'Europe/Warsaw',
  'romance standard time': 'Europe/Paris',
  'gmt standard time': 'Europe/London',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'e. south america standard time': 'America/Sao_Paulo',
  'argentina standard time': 'America/Buenos_Aires',
  'newfoundland standard time': 'America/St_Johns',
  'atlantic standard time': 'America/Halifax',
  'eastern standard time': 'America/New_York',
  'us eastern standard time': 'America/Indianapolis',
  'central standard time': 'America/Chicago',
  'canada central standard time': 'America/Regina',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
  'aus eastern standard time': 'Australia/Sydney',
  'e. australia standard time': 'Australia/Brisbane',
  'aus central standard time': 'Australia/Darwin',
  'cen. australia standard time': 'Australia/Adelaide',
  'tasmania standard time': 'Australia/Hobart',
  'new zealand standard time': 'Pacific/Auckland',
  utc: 'UTC',
  gmt: 'UTC',
  中国标准时间: 'Asia/Shanghai',
}

/**
 * The zone of the IANA list that a TZID means: its own name, at the end of a path as some programs write it, the name
 * that Windows has for it, or an offset in words such as `(UTC+08:00) Beijing`. null when it is none of them.
 */
export function zoneNamed(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '')
  const windows = WINDOWS[name.toLowerCase()]
  if (windows) return windows
  if (name.includes('/') && isZone(name)) return name
  const parts = name.split('/')
  for (const count of [3, 2]) {
    const end = parts.slice(-count).join('/')
    if (parts.length > count && isZone(end)) return end
  }
  const offset = /^\(?(?:UTC|GMT)\s*([+-])(\d{1,2}):?(\d{2})?\)?/i.exec(name)
  if (offset && (offset[3] ?? '00') === '00') return zoneOfOffset((offset[1] === '-' ? -1 : 1) * Number(offset[2]))
  return /^[A-Z]{3,4}$/.test(name) && isZone(name) ? name : null
}

/** A zone without summer time, by whole hours; null beyond those of the list. */
export function zoneOfOffset(hours: number): string | null {
  if (hours === 8) return 'Asia/Shanghai'
  if (hours === 0) return 'UTC'
  return Math.abs(hours) <= 12 ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : null
}
