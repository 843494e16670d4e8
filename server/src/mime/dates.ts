const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Offsets in minutes of the zone names of RFC 5322 §4.3; every other name counts as UTC, as the RFC asks. */
const ZONES = new Map([
  ['edt', -240],
  ['est', -300],
  ['cdt', -300],
  ['cst', -360],
  ['mdt', -360],
  ['mst', -420],
  ['pdt', -420],
  ['pst', -480],
])

const RFC_5322 =
  /^(?:[a-z]{3,9}\.?,?\s*)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{2,4}),?\s+(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?(?:\.\d+)?\s*(?:(?:GMT|UTC?)?\s*([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)|([a-z]{1,5}))?/i

/** Mail is not older than the network it travels on. */
const EARLIEST = Date.UTC(1980, 0, 1)
const DAY = 86_400_000
/** A clock may be wrong by a time zone or a day; a date weeks ahead is a trick to stay on top of a list. */
const AHEAD = 30 * DAY

/**
 * Reads a Date header (RFC 5322 §3.3, with the obsolete forms and common slips, and ISO 8601).
 *
 * @returns epoch milliseconds, or null when it can not be read or can not be true: before 1980, or more than
 *   30 days after `now`
 */
export function parseMailDate(value: string, now: number): number | null {
  const text = value
    .slice(0, 200)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const time = parseRfc5322(text) ?? parseIso(text)
  return time !== null && time >= EARLIEST && time <= now + AHEAD ? time : null
}

function parseRfc5322(text: string): number | null {
  const match = RFC_5322.exec(text)
  if (!match) return null
  const month = MONTHS.indexOf(match[2]?.toLowerCase() ?? '')
  const day = Number(match[1])
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]
  const written = Number(match[3])
  const year = match[3]?.length === 4 ? written : written < 50 ? 2000 + written : 1900 + written
  if (month < 0 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const local = Date.UTC(year, month, day, hour, minute, Math.min(second, 59))
  if (new Date(Date.UTC(year, month, day)).getUTCMonth() !== month) return null
  const offset = match[7]
    ? (match[7] === '-' ? -1 : 1) * (Number(match[8]) * 60 + Number(match[9] ?? 0))
    : (ZONES.get(match[10]?.toLowerCase() ?? '') ?? 0)
  return local - offset * 60_000
}

function parseIso(text: string): number | null {
  const match =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(?:Z|([+-])(\d{2}):?(\d{2}))?$/i.exec(
      text,
    )
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  const offset = match[7] ? (match[7] === '-' ? -1 : 1) * (Number(match[8]) * 60 + Number(match[9])) : 0
  return Number.isNaN(local) ? null : local - offset * 60_000
}
