import type { Bytes } from '@yanshu/cms'

const LF = 10
const CR = 13
/** Headers that the server writes are shorter by far. */
const HEADERS_MAX = 256 * 1024

/** Where the body of a mail begins: after the first empty line. */
export function bodyStart(mail: Bytes): number {
  for (let at = 0; at < Math.min(mail.length, HEADERS_MAX); at += 1) {
    if (mail[at] === LF && (mail[at + 1] === LF || (mail[at + 1] === CR && mail[at + 2] === LF)))
      return at + (mail[at + 1] === LF ? 2 : 3)
  }
  throw new Error('the written letter has no body')
}

/**
 * Fields of the mail that the server writes anew when it sends: what stood inside could differ from them. `MIME-Version` is
 * none of a part.
 */
const WRITTEN_ANEW = /^(?:date|message-id|mime-version|bcc):/i

/** The fields of a letter with an encrypted subject (RFC 9788): its own, and how they stand outside. */
function protectedFields(fields: readonly string[], hiddenSubject: string): string[] {
  const own = fields.filter((field) => !/^content-/i.test(field) && !WRITTEN_ANEW.test(field))
  const outer = own.map((field) => `HP-Outer: ${/^subject:/i.test(field) ? `Subject: ${hiddenSubject}` : field}`)
  const content = fields
    .filter((field) => /^content-/i.test(field))
    .map((field) => (/^content-type:/i.test(field) ? `${field};\r\n hp="cipher"` : field))
  return [...content, ...own, ...outer]
}

/** The fields of a header, with CRLF between the lines of each. */
export const fieldsOf = (header: Bytes): string[] =>
  new TextDecoder('latin1')
    .decode(header)
    .trimEnd()
    .split(/\r?\n(?![ \t])/)
    .map((field) => field.replace(/\r?\n/g, '\r\n'))

/**
 * The content of a mail as a MIME part of its own: its Content fields and its body, without who writes to whom.
 * @param hiddenSubject what stands outside instead of the subject, which the part has then with the other fields; null for a
 *   part without them
 */
export function composedPart(mail: Bytes, hiddenSubject: string | null = null): Bytes {
  const start = bodyStart(mail)
  const fields = fieldsOf(mail.subarray(0, start))
  const kept =
    hiddenSubject === null ? fields.filter((field) => /^content-/i.test(field)) : protectedFields(fields, hiddenSubject)
  const head = new TextEncoder().encode(`${kept.join('\r\n')}\r\n\r\n`)
  const part = new Uint8Array(head.length + mail.length - start)
  part.set(head)
  part.set(mail.subarray(start), head.length)
  return part
}
