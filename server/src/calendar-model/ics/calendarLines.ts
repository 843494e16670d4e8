/** Names of properties that have no `X-` before them and are written in any case (RFC 5545, 7986, 9073, 9074, 9253; vCalendar 1.0). */
const NAMES = new Set(
  [
    'begin end calscale method prodid version attach categories class comment description geo location percent-complete',
    'priority resources status summary completed dtend due dtstart duration freebusy transp tzid tzname tzoffsetfrom',
    'tzoffsetto tzurl attendee contact organizer recurrence-id related-to url uid exdate exrule rdate rrule action repeat',
    'trigger created dtstamp last-modified sequence request-status acknowledged color conference image name source',
    'refresh-interval styled-description structured-data location-type participant-type calendar-address proximity',
    'resource-type concept link refid dalarm aalarm malarm palarm daylight tz dcreated rnum',
  ].flatMap((line) => line.split(' ')),
)

/** Lines that a text may go on after: only there a line that is no property belongs to the one before. */
const TEXTS = /^(?:description|summary|location|comment|contact|styled-description|x-alt-desc)[;:]/i

const QUOTED = /^[\w-]+;[^:]*QUOTED-PRINTABLE/i

/** Whether a line begins a property, and is no text that a program has written with bare line ends. */
function isProperty(line: string): boolean {
  const name = /^[A-Za-z][\w-]*(?=[;:])/.exec(line)?.[0]
  return name !== undefined && (NAMES.has(name.toLowerCase()) || /^x-/i.test(name) || name === name.toUpperCase())
}

/** A line that belongs to no property. */
export interface StrayLine {
  readonly stray: string
}

/**
 * The lines of a calendar file, unfolded. A text with bare line ends in it is put together again, quoted-printable of
 * vCalendar 1.0 is read, and what belongs to nothing is answered as such.
 */
export function* calendarLines(text: string): Generator<string | StrayLine> {
  /** The pieces of the line that is open; none while nothing is. */
  let open: string[] = []
  let isText = false
  let isQuoted = false
  /** Empty lines after the open one: paragraphs of a text, when the text goes on. */
  let empty = 0
  const whole = () => modern(open.join(''))
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = open.at(-1)
    if (last !== undefined && isQuoted && last.endsWith('=')) {
      open.push((open.pop() ?? '').slice(0, -1), line.trimStart())
    } else if (last !== undefined && /^[ \t]/.test(line) && (empty === 0 || (!isText && line.trim() !== ''))) {
      open.push(line.slice(1))
      empty = 0
    } else if (line.trim() === '') {
      empty += 1
    } else if (isProperty(line)) {
      if (last !== undefined) yield whole()
      open = [line]
      isText = TEXTS.test(line)
      isQuoted = QUOTED.test(line)
      empty = 0
    } else if (last !== undefined && isText) {
      open.push('\\n'.repeat(empty + 1), escaped(line.trim()))
      empty = 0
    } else {
      if (last !== undefined) yield whole()
      open = []
      empty = 0
      yield { stray: line }
    }
  }
  if (open.length > 0) yield whole()
}

/** The text of a line as one with escapes has it. A program that writes bare line ends may still write the other escapes. */
const escaped = (line: string): string => line.replace(/(?<!\\)[;,]/g, '\\$&')

/** A line with the parameters of vCalendar 1.0 as one of iCalendar. */
function modern(line: string): string {
  const head = /^([\w-]+)((?:;(?:"[^"]*"|[^":;])*)+):/.exec(line)
  if (!head) return line
  const [all, name = '', written = ''] = head
  if (!/QUOTED-PRINTABLE|;CHARSET=|;ENCODING=|;[\w-]+(?=;|$)/i.test(written)) return line
  const value = line.slice(all.length)
  let charset = ''
  let quoted = false
  const kept = [...written.matchAll(/;((?:"[^"]*"|[^":;])*)/g)].flatMap(([, parameter = '']) => {
    if (/^(?:ENCODING=)?"?QUOTED-PRINTABLE"?$/i.test(parameter)) quoted = true
    else if (/^CHARSET=/i.test(parameter)) charset = parameter.slice('CHARSET='.length).replaceAll('"', '')
    else if (/^ENCODING=(?:8BIT|7BIT)$/i.test(parameter)) return []
    // A parameter without a value has no meaning that iCalendar knows.
    else if (parameter.includes('=')) return [`;${parameter}`]
    return []
  })
  return `${name}${kept.join('')}:${quoted ? unquoted(value, charset) : value}`
}

/** The text of quoted-printable, with the escapes of iCalendar. */
function unquoted(value: string, charset: string): string {
  const bytes = Buffer.from(
    Buffer.from(value, 'utf8')
      .toString('latin1')
      .replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return decoded(bytes, charset)
    .replaceAll(/\\(?![nN;,\\])/g, '\\\\')
    .replaceAll(/(?<!\\)[;,]/g, '\\$&')
    .replaceAll(/\r\n|\n|\r/g, '\\n')
}

function decoded(bytes: Uint8Array, charset: string): string {
  for (const one of [charset, 'utf-8']) {
    try {
      if (one !== '') return new TextDecoder(one, { fatal: true }).decode(bytes)
    } catch {
      // An unknown charset, or bytes that are not of it.
    }
  }
  return new TextDecoder('gb18030').decode(bytes)
}
