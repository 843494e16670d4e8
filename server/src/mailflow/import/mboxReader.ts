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

/** How a header begins: a field name of RFC 5322, or the From_ line that old programs kept inside of it. */
const HEADER_LINE = /^(?:[!-9;-~]+[ \t]*:|>From )/
/** Fields that a mail begins with; the text of a mail has lines such as `Note:` too. */
const MAIL_FIELD =
  /^(?:>From |(?:from|to|cc|bcc|date|subject|sender|reply-to|return-path|received|message-id|delivered-to|mime-version|content-[a-z-]+|status|x-[!-9;-~]+|dkim-signature|authentication-results|arc-[a-z-]+|list-[a-z-]+)[ \t]*:)/i

/**
 * Reads an mbox file mail by mail, in any of its dialects: mboxrd and mboxo quoting is taken back, and lines may end with
 * CRLF. A line that begins with `From ` starts a mail only after an empty line or at the beginning, and only when the line
 * after it is the first of a header: text has lines that begin with `From ` and name a date, and some programs write From_
 * lines without one.
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

  for await (const [line, next] of withNext(linesOf(file, from))) {
    if (afterEmpty && startsMail(line, next)) {
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

/** Longer lines are neither From_ lines nor searched for a field name. */
const LOOKED_AT = 1_000

/**
 * Whether a line is the From_ line of a mail: `next`, the line after it, begins a header, or is empty because the mail is.
 * A From_ line without the sender and date of RFC 4155 needs a field that only mails begin with.
 */
export function startsMail(line: Uint8Array, next: Uint8Array | undefined): boolean {
  if (line.length > LOOKED_AT || next === undefined) return false
  const text = textOf(line).trimEnd()
  if (!text.startsWith('From ')) return false
  const header = textOf(next)
  if (MAIL_FIELD.test(header)) return true
  if (HEADER_LINE.test(header)) return DATED.test(text) || LONE_SENDER.test(text)
  return header.trim() === '' && DATED.test(text)
}

const DATED = /^From \S+\s+[A-Z][a-z]{2}\s+[A-Z][a-z]{2}\s+\d{1,2}\s+\d{1,2}:\d{2}/
const LONE_SENDER = /^From (?:\S*@\S*|-|MAILER-DAEMON)$/

const textOf = (line: Uint8Array): string =>
  Buffer.from(line.buffer, line.byteOffset, Math.min(line.byteLength, LOOKED_AT)).toString('latin1')

function dateOf(line: Buffer): number | null {
  const text = line.toString('latin1').trim()
  // From sender Tue Nov 20 09:05:00 2026 [+0800], in GMT unless it names another zone (RFC 4155).
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

/** Each line with the one after it. */
async function* withNext(lines: AsyncIterable<Buffer>): AsyncGenerator<readonly [Buffer, Buffer | undefined]> {
  let before: Buffer | undefined
  for await (const line of lines) {
    if (before) yield [before, line]
    before = line
  }
  if (before) yield [before, undefined]
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
