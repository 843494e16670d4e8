import { createReadStream } from 'node:fs'

/** One mail of an mbox file. */
export interface MboxMail {
  /** Without its From_ line and without the quoting of lines that look like one. */
  readonly raw: Uint8Array
  /** Moment of the From_ line in epoch milliseconds, null when it names none. */
  readonly at: number | null
  /** Byte positions in the file: of the From_ line, and of the end of the mail. */
  readonly start: number
  readonly end: number
}

/** A mail that is longer than allowed: skipped without being kept in memory. */
export interface MboxTooLarge {
  readonly tooLarge: true
  readonly start: number
  readonly end: number
}

const FROM = Buffer.from('From ')

/**
 * Reads an mbox file mail by mail, in any of its dialects: mboxrd and mboxo quoting is taken back, lines may end with
 * CRLF, and a line that begins with `From ` starts a mail only after an empty line or at the beginning, and only when it
 * ends with something like a date.
 * @param from byte position to start at: that of a From_ line, such as an earlier `end`
 */
export async function* readMbox(
  file: string,
  from = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<MboxMail | MboxTooLarge> {
  let lines: Buffer[] = []
  let size = 0
  let start = from
  let at: number | null = null
  let inside = false
  let afterEmpty = true
  let position = from

  const finish = (): MboxMail | MboxTooLarge | null => {
    if (!inside) return null
    if (size > limit) return { tooLarge: true, start, end: position }
    const raw = Buffer.concat(lines)
    // The empty line before the next From_ line belongs to the format.
    const extra = raw.at(-1) === 0x0a ? (raw.at(-2) === 0x0d ? 2 : 1) : 0
    const trimmed = raw.subarray(0, raw.length - extra)
    const ends = trimmed.at(-1) === 0x0a || trimmed.length === 0
    return { raw: ends ? trimmed : raw, at, start, end: position }
  }

  for await (const line of linesOf(file, from)) {
    if (afterEmpty && isFromLine(line)) {
      const mail = finish()
      if (mail) yield mail
      lines = []
      size = 0
      start = position
      at = dateOf(line)
      inside = true
    } else if (inside) {
      const plain = unquoted(line)
      size += plain.length
      if (size <= limit) lines.push(plain)
      else lines = []
    }
    afterEmpty = line.length <= 2 && (line[0] === 0x0a || (line[0] === 0x0d && line[1] === 0x0a))
    position += line.length
  }
  const mail = finish()
  if (mail) yield mail
}

/** Whether the first line of a file makes it an mbox. */
export function isFromLine(line: Uint8Array): boolean {
  if (line.length > 1_000) return false
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  if (!bytes.subarray(0, 5).equals(FROM)) return false
  return /\d{1,2}:\d{2}(?::\d{2})?\b.*\b(?:19|20)\d{2}\b|\b(?:19|20)\d{2}\b.*\d{1,2}:\d{2}|^From -\s*$/.test(
    bytes.toString('latin1').trimEnd(),
  )
}

function dateOf(line: Buffer): number | null {
  const text = line.toString('latin1').trim()
  // From sender Tue Nov 20 09:05:00 2026 [+0800], in GMT unless it says otherwise (RFC 4155).
  const found =
    /([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s+(?:([A-Z]{3,4}|[+-]\d{4})\s+)?(\d{4})(?:\s+([+-]\d{4}))?/.exec(
      text,
    )
  if (!found) return null
  const [, month, day, time, before, year, after] = found
  const zone = [before, after].find((one) => one && /^[+-]\d{4}$/.test(one)) ?? 'GMT'
  const moment = Date.parse(`${day} ${month} ${year} ${time} ${zone}`)
  return Number.isNaN(moment) ? null : moment
}

/** mboxrd: every `>` before `From ` but the last was there before; mboxo quotes only `From ` itself, which is the same. */
function unquoted(line: Buffer): Buffer {
  let quotes = 0
  while (line[quotes] === 0x3e) quotes++
  return quotes > 0 && line.subarray(quotes, quotes + 5).equals(FROM) ? line.subarray(1) : line
}

/** Lines with their ends. A line of a megabyte is passed on in pieces. */
async function* linesOf(file: string, from: number): AsyncGenerator<Buffer> {
  const PIECE = 1_024 * 1_024
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { start: from, highWaterMark: 256 * 1_024 })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let begin = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, begin)) {
      yield bytes.subarray(begin, end + 1)
      begin = end + 1
    }
    rest = bytes.subarray(begin)
    if (rest.length > PIECE) {
      yield rest
      rest = Buffer.alloc(0)
    }
  }
  if (rest.length > 0) yield rest
}
