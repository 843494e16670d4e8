import type { FileField } from '@yanshu/contracts'
import type { BlockSink } from './fileBlocks.ts'

/** What of an event or a contact is shown, by the names of RFC 5545 and RFC 6350. */
const FIELDS: Readonly<Record<string, FileField>> = {
  DTSTART: 'start',
  DTEND: 'end',
  LOCATION: 'place',
  ORGANIZER: 'organizer',
  ATTENDEE: 'attendee',
  TEL: 'phone',
  EMAIL: 'mail',
  ORG: 'company',
  TITLE: 'duty',
  ADR: 'address',
}
const NAMES = new Set(['SUMMARY', 'FN'])
const TEXTS = new Set(['DESCRIPTION', 'NOTE'])
const PARTS = new Set(['VEVENT', 'VTODO', 'VCARD'])
const VALUES_MAX = 200

/** Events of an .ics file or contacts of a .vcf file, each with a heading. */
export function readCards(text: string, sink: BlockSink): void {
  let name = ''
  let fields: { field: FileField; value: string }[] = []
  let notes: string[] = []
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  for (const line of lines) {
    const colon = valueStart(line)
    if (colon < 0) continue
    const [key = '', ...parameters] = line.slice(0, colon).split(';')
    const property = (key.split('.').at(-1) ?? '').toUpperCase()
    const value = shown(line.slice(colon + 1), parameters)
    if (property === 'BEGIN' && PARTS.has(value.toUpperCase())) {
      name = ''
      fields = []
      notes = []
    } else if (property === 'END' && PARTS.has(value.toUpperCase())) {
      sink.add({ kind: 'heading', level: 2, text: name || '–' })
      if (fields.length > 0) sink.add({ kind: 'fields', fields })
      for (const note of notes) sink.add({ kind: 'text', text: note })
    } else if (NAMES.has(property)) name = value
    else if (TEXTS.has(property)) notes.push(value)
    else {
      const field = FIELDS[property]
      if (field && value !== '' && fields.length < VALUES_MAX)
        fields.push({ field, value: shownOf(field, value, parameters) })
    }
  }
}

/** Where the value of a line begins: the first colon outside of quotes. */
function valueStart(line: string): number {
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (character === '"') quoted = !quoted
    else if (character === ':' && !quoted) return at
  }
  return -1
}

function shown(value: string, parameters: readonly string[]): string {
  const bytes = parameters.some((one) => /QUOTED-PRINTABLE/i.test(one)) ? unquoted(value) : value
  return bytes.replaceAll(/\\([nN,;\\])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character)).trim()
}

/** Of vCard 2.1, in UTF-8. */
const unquoted = (value: string): string =>
  Buffer.from(
    value.replaceAll(/=([0-9A-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  ).toString()

function shownOf(field: FileField, value: string, parameters: readonly string[]): string {
  if (field === 'company' || field === 'address') {
    return value
      .split(';')
      .filter((part) => part !== '')
      .join(' ')
  }
  if (field === 'start' || field === 'end') {
    const [, year, month, day, hour, minute, zone] =
      /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(value) ?? []
    if (!year) return value
    const named = zone ? 'UTC' : (parameters.find((one) => /^TZID=/i.test(one))?.slice(5) ?? '')
    return `${year}-${month}-${day}${hour ? ` ${hour}:${minute} ${named}` : ''}`.trim()
  }
  const common = parameters
    .find((one) => /^CN=/i.test(one))
    ?.slice(3)
    .replaceAll('"', '')
  const address = value.replace(/^(?:mailto|tel):/i, '')
  return common ? `${common} <${address}>` : address
}
