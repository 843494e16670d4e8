import type { Bytes } from '@yanshu/cms'

const LF = 10
const CR = 13
/** Headers that the server writes are shorter by far. */
const HEADERS_MAX = 256 * 1024

/** Where the body begins: after the first empty line. */
function bodyStart(mail: Bytes): number {
  for (let at = 0; at < Math.min(mail.length, HEADERS_MAX); at += 1) {
    if (mail[at] === LF && (mail[at + 1] === LF || (mail[at + 1] === CR && mail[at + 2] === LF)))
      return at + (mail[at + 1] === LF ? 2 : 3)
  }
  throw new Error('the written letter has no body')
}

/** The content of a mail as a MIME part of its own: its Content fields and its body, without who writes to whom. */
export function composedPart(mail: Bytes): Bytes {
  const start = bodyStart(mail)
  const fields = new TextDecoder('latin1').decode(mail.subarray(0, start)).split(/\r?\n(?![ \t])/)
  const kept = fields.filter((field) => /^content-/i.test(field)).map((field) => field.replace(/\r?\n/g, '\r\n'))
  const head = new TextEncoder().encode(`${kept.join('\r\n')}\r\n\r\n`)
  const part = new Uint8Array(head.length + mail.length - start)
  part.set(head)
  part.set(mail.subarray(start), head.length)
  return part
}
