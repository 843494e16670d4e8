import { parseMail } from '../../mime/parseMail.ts'

/** What a header must get before the mail leaves (RFC 6409 §8). */
export interface HeaderAdditions {
  /** Without its end of line. */
  readonly received: string
  /** Of who is logged in: for a mail that does not say whom it is from. */
  readonly from: string
  readonly date: string
  /** With its angle brackets. */
  readonly messageId: string
}

export interface SubmittedHeader {
  /** The header as it leaves, with the empty line at its end. */
  readonly bytes: Buffer
  /** Whom the mail names as its writers: authors, and who sent it for them; lower case. */
  readonly writers: readonly string[]
  /** Whether there is one From at most (RFC 5322 §3.6). */
  readonly oneFrom: boolean
}

const CRLF = '\r\n'
/** Contains more than the recipients may know, or what only a server writes. */
const LEFT_OUT: ReadonlySet<string> = new Set(['bcc', 'resent-bcc', 'return-path'])
const FIELD = /^([!-9;-~]+)[ \t]*:/

/** Where the header of a mail ends: behind its empty line. -1 while that has not come. */
export function endOfHeader(beginning: Buffer): number {
  if (beginning.subarray(0, 2).toString('latin1') === CRLF) return 2
  const crlf = beginning.indexOf('\r\n\r\n')
  const lf = beginning.indexOf('\n\n')
  if (crlf === -1) return lf === -1 ? -1 : lf + 2
  return lf === -1 || crlf < lf ? crlf + 4 : lf + 2
}

/**
 * Makes the header of a mail ready that a program hands in: blind copies are taken out, and what is missing is added.
 * Lines that are no header belong to the text. Bytes beyond ASCII stay as they are.
 */
export async function readyHeader(header: Buffer, additions: HeaderAdditions): Promise<SubmittedHeader> {
  const lines = header.toString('latin1').split(/\r?\n/)
  const fields: { name: string; text: string }[] = []
  let at = 0
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const last = fields.at(-1)
    const name = FIELD.exec(line)?.[1]?.toLowerCase()
    if (name !== undefined) fields.push({ name, text: line })
    else if (last && /^[ \t]/.test(line)) last.text += CRLF + line
    else break
  }
  // A line that is no field ends the header; only an empty one is not part of the text.
  const text = (lines[at] ?? '') === '' ? [] : lines.slice(at, lines.at(-1) === '' ? -1 : undefined)
  const kept = fields.filter(({ name }) => !LEFT_OUT.has(name))
  const has = (wanted: string) => kept.some(({ name }) => name === wanted)
  const whole = [
    additions.received,
    ...(has('message-id') ? [] : [`Message-ID: ${additions.messageId}`]),
    ...(has('date') ? [] : [`Date: ${additions.date}`]),
    ...(has('from') ? [] : [`From: <${additions.from}>`]),
    ...kept.map((field) => field.text),
    '',
    ...text,
    '',
  ].join(CRLF)
  const named = kept.filter(({ name }) => name === 'from' || name === 'sender')
  const { from, sender } = await parseMail(
    Buffer.from(`${named.map((one) => one.text).join(CRLF)}${CRLF}${CRLF}`, 'latin1'),
  )
  const writers = has('from') ? from : [{ address: additions.from }]
  return {
    bytes: Buffer.from(whole, 'latin1'),
    writers: [...writers, ...sender].map(({ address }) => address.toLowerCase()),
    oneFrom: kept.filter(({ name }) => name === 'from').length <= 1,
  }
}
