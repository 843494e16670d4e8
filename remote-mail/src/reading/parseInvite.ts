/** What an invitation (RFC 5545, VEVENT) says of when and where. */
export interface Invite {
  readonly method: 'request' | 'cancel' | 'reply' | 'publish'
  readonly summary: string
  readonly location: string
  readonly description: string
  /** Epoch milliseconds; whole days begin at midnight of the reader. */
  readonly start: number
  readonly end: number | null
  readonly wholeDay: boolean
  readonly organizer: string
  readonly attendees: readonly string[]
  readonly repeats: boolean
}

interface Line {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** Names that Windows writes where a zone of the IANA list belongs. */
const ZONES: Readonly<Record<string, string>> = {
  'China Standard Time': 'Asia/Shanghai',
  'Taipei Standard Time': 'Asia/Taipei',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Singapore Standard Time': 'Asia/Singapore',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Eastern Standard Time': 'America/New_York',
  'Pacific Standard Time': 'America/Los_Angeles',
}

/**
 * Reads the first event of a calendar file; null when there is none or it says no time.
 * @param hoursFromGmt the reader's time zone, for times that name none
 */
export function parseInvite(text: string, hoursFromGmt: number): Invite | null {
  const lines = unfold(text).map(parseLine)
  const from = lines.findIndex((line) => line.name === 'BEGIN' && line.value.toUpperCase() === 'VEVENT')
  if (from < 0) return null
  const to = lines.findIndex((line, at) => at > from && line.name === 'END' && line.value.toUpperCase() === 'VEVENT')
  const event = outermost(lines.slice(from + 1, to < 0 ? undefined : to))
  const find = (name: string) => event.find((line) => line.name === name)
  const words = (name: string) => plainOf(find(name)?.value ?? '')
  const begins = find('DTSTART')
  const start = begins && timeOf(begins, hoursFromGmt)
  if (!begins || start === undefined) return null
  const ends = find('DTEND')
  const method = lines.find((line) => line.name === 'METHOD')?.value.toLowerCase()
  return {
    method: method === 'cancel' || method === 'reply' || method === 'publish' ? method : 'request',
    summary: words('SUMMARY'),
    location: words('LOCATION'),
    description: words('DESCRIPTION'),
    start,
    end: (ends && timeOf(ends, hoursFromGmt)) ?? null,
    wholeDay: isDate(begins),
    organizer: personOf(find('ORGANIZER')),
    attendees: event.filter((line) => line.name === 'ATTENDEE').map(personOf),
    repeats: find('RRULE') !== undefined,
  }
}

/** Long lines are folded: a line that begins with a blank continues the one before (RFC 5545 §3.1). */
function unfold(text: string): string[] {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter(Boolean)
}

function parseLine(text: string): Line {
  const colon = outsideQuotes(text, ':')
  const head = colon < 0 ? text : text.slice(0, colon)
  const value = colon < 0 ? '' : text.slice(colon + 1)
  const [name = '', ...rest] = head.split(';')
  const parameters = new Map(
    rest.map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at).toUpperCase(), part.slice(at + 1).replace(/^"|"$/g, '')] as const
    }),
  )
  return { name: name.toUpperCase(), parameters, value }
}

function outsideQuotes(text: string, wanted: string): number {
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === wanted && !quoted) return at
  }
  return -1
}

/** The lines of the event without those of components inside it, such as alarms. */
function outermost(lines: readonly Line[]): Line[] {
  let depth = 0
  return lines.filter((line) => {
    if (line.name === 'BEGIN') depth += 1
    const inside = depth > 0
    if (line.name === 'END') depth -= 1
    return !inside
  })
}

const isDate = (line: Line): boolean => line.parameters.get('VALUE') === 'DATE' || /^\d{8}$/.test(line.value)

function timeOf(line: Line, hoursFromGmt: number): number | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(line.value.trim())
  if (!parts) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  if (year === undefined || month === undefined || day === undefined) return undefined
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  if (parts[7] === 'Z') return wall
  const zone = line.parameters.get('TZID')
  return wall - (zone ? offsetOf(zone, wall, hoursFromGmt) : hoursFromGmt * HOUR_MS)
}

const HOUR_MS = 3_600_000

/** How far a zone is from GMT at a moment of its wall clock, in ms; the reader's own when the zone is not known. */
function offsetOf(zone: string, wall: number, hoursFromGmt: number): number {
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: ZONES[zone] ?? zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    const shownAt = (moment: number) => {
      const part = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
      return Date.UTC(year, month - 1, day, hour, minute, second)
    }
    const guess = shownAt(wall) - wall
    return shownAt(wall - guess) - (wall - guess)
  } catch {
    return hoursFromGmt * HOUR_MS
  }
}

function personOf(line: Line | undefined): string {
  if (!line) return ''
  return line.parameters.get('CN') || line.value.replace(/^mailto:/i, '')
}

function plainOf(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_all, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter))
}
