import { bytesAsText, charsetOf, decodeFile, decodeText } from './charset.ts'

/** One vCard of a file: its lines, unfolded and written as version 3.0 or 4.0 has them. */
export interface CardLines {
  readonly version: '2.1' | '3.0' | '4.0'
  readonly lines: readonly string[]
}

/** Cards inside of cards (AGENT): more than that is no card. */
const DEPTH_MAX = 4

/**
 * Splits a file into its cards, without reading their properties, so that a broken one stops no other. Lines are
 * unfolded as bytes, because old phones fold in the middle of a character; then each is decoded by the charset that it
 * names, or by that of the file.
 */
export function splitCards(
  bytes: Uint8Array,
  charset?: string,
): { readonly charset: string; readonly cards: readonly CardLines[] } {
  // Folded lines may break a character in two.
  const used = charset || charsetOf(Buffer.from(bytesAsText(bytes).replaceAll(/\r?\n[ \t]/g, ''), 'latin1'))
  const wide = used.startsWith('utf-16')
  const text = wide ? bytesAsText(Buffer.from(decodeFile(bytes, used), 'utf8')) : bytesAsText(bytes)
  const each = wide ? 'utf-8' : used
  const cards: CardLines[] = []
  let open: string[] | null = null
  let depth = 0
  for (const line of text.replace(/^\u00ef\u00bb\u00bf/, '').split(/\r\n|\n|\r/)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      depth += 1
      if (depth === 1) open = []
      continue
    }
    if (/^END:VCARD\s*$/i.test(line)) {
      if (depth === 1 && open) cards.push(cardOf(open, each))
      depth = Math.max(0, depth - 1)
      if (depth === 0) open = null
      continue
    }
    if (depth > DEPTH_MAX) {
      depth = 0
      open = null
    }
    if (depth === 1) open?.push(line)
  }
  // The last card of a file that was cut off: what is there counts.
  if (open && open.length > 0) cards.push(cardOf(open, each))
  return { charset: used, cards }
}

function cardOf(raw: readonly string[], charset: string): CardLines {
  const stated = raw
    .find((line) => /^VERSION:/i.test(line))
    ?.slice('VERSION:'.length)
    .trim()
  const version = stated === '4.0' || stated === '2.1' ? stated : '3.0'
  if (version === '2.1') return { version, lines: unfoldOld(raw).flatMap((line) => modernLine(line, charset) ?? []) }
  const lines: string[] = []
  for (const line of raw) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines.push(`${lines.pop()}${line.slice(1)}`)
    else if (line !== '') lines.push(line)
  }
  return {
    version,
    // Many write 3.0 with the habits of 2.1: types without their name, quoted-printable.
    lines: lines.flatMap((line) =>
      /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(line) || /^[^:"]*;[A-Z-]+(?:[;:])/i.test(line)
        ? (modernLine(line, charset) ?? [])
        : decodeText(line, charset, charset),
    ),
  }
}

/** Lines of version 2.1: quoted-printable goes on after `=`, base64 until an empty line or the next property. */
function unfoldOld(raw: readonly string[]): string[] {
  const lines: string[] = []
  let soft = false
  let binary = false
  for (const line of raw) {
    const last = lines.length - 1
    if (soft) {
      lines[last] = `${lines[last]?.slice(0, -1)}${line}`
      soft = line.endsWith('=')
      continue
    }
    if (binary && (/^[ \t]/.test(line) || (line !== '' && !line.includes(':')))) {
      lines[last] += line.trim()
      continue
    }
    if (line === '') {
      binary = false
      continue
    }
    if (/^[ \t]/.test(line) && last >= 0) {
      lines[last] += line.slice(1)
      continue
    }
    lines.push(line)
    const head = line.slice(0, line.indexOf(':') + 1)
    soft = /QUOTED-PRINTABLE/i.test(head) && line.endsWith('=')
    binary = /[;=](?:BASE64|B)[;:]/i.test(head)
  }
  return lines
}

const STRUCTURED = new Set(['N', 'ADR', 'ORG'])
const LISTS = new Set(['NICKNAME', 'CATEGORIES'])
const ENCODINGS = new Set(['QUOTED-PRINTABLE', 'BASE64', 'B', '8BIT', '7BIT'])

/** A line of version 2.1 as version 3.0 writes it; null when it is none. */
function modernLine(line: string, fallback: string): string | null {
  const colon = line.indexOf(':')
  if (colon < 1) return null
  const [name = '', ...written] = line.slice(0, colon).split(';')
  const types: string[] = []
  const kept: string[] = []
  let encoding = ''
  let charset = ''
  for (const parameter of written) {
    const at = parameter.indexOf('=')
    const key = at === -1 ? 'TYPE' : parameter.slice(0, at).trim().toUpperCase()
    const value = parameter.slice(at + 1).trim()
    if (at === -1 && ENCODINGS.has(value.toUpperCase())) encoding = value.toUpperCase()
    else if (key === 'ENCODING') encoding = value.toUpperCase()
    else if (key === 'CHARSET') charset = value
    else if (key === 'TYPE') types.push(...value.split(',').filter((type) => /^[\w-]+$/.test(type)))
    else if (/^[\w-]+$/.test(key) && /^[\w./+-]+$/.test(value)) kept.push(`${key}=${value}`)
  }
  const binary = encoding === 'BASE64' || encoding === 'B'
  const head = [
    name,
    ...kept,
    ...(types.length > 0 ? [`TYPE=${types.join(',')}`] : []),
    ...(binary ? ['ENCODING=b'] : []),
  ]
  const raw = line.slice(colon + 1)
  if (binary) return `${head.join(';')}:${raw.replaceAll(/\s+/g, '')}`
  const bytes = encoding === 'QUOTED-PRINTABLE' ? unquote(raw) : raw
  const property = name.slice(name.lastIndexOf('.') + 1).toUpperCase()
  return `${head.join(';')}:${escaped(property, decodeText(bytes, charset, fallback))}`
}

const unquote = (text: string): string =>
  text.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** In version 2.1 a backslash stands before `;` alone; commas and line ends are text. */
function escaped(property: string, text: string): string {
  const parts = text.split(/(?<!\\);/).map((part) =>
    part
      .replaceAll('\\;', ';')
      .replaceAll(/\\[nN]/g, '\n')
      .replaceAll('\\\\', '\\')
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\;')
      .replaceAll(',', LISTS.has(property) ? ',' : '\\,')
      .replaceAll(/\r\n|\r|\n/g, '\\n'),
  )
  return parts.join(STRUCTURED.has(property) ? ';' : '\\;')
}
