import type { Context } from '../../store/context/context.ts'
import { filesOf, type KeptFile } from '../rows/eventFiles.ts'
import type { EventRow } from '../rows/eventRows.ts'

/** Bytes of a line of iCalendar without its end (RFC 5545 §3.1). */
const LINE_BYTES = 75

/** How the files of a row are written: lines of ATTACH, each with its end; '' for none. */
export type FileLines = (row: EventRow) => string

/** Writes the files of rows: links as they are, and those that are kept by `address`; '' for none. */
export const fileLines =
  (address: (file: KeptFile) => { readonly uri: string; readonly managed?: boolean } | null): FileLines =>
  (row) =>
    filesOf(row)
      .map((file) => {
        if (file.link) return linkLine(file)
        const found = address(file)
        if (!found) return ''
        const managed = found.managed ? [`MANAGED-ID=${file.fileId}`, `SIZE=${file.size}`] : []
        return line([...managed, ...parametersOf(file)], found.uri)
      })
      .join('')

/** Writes links alone. */
export const linkLines: FileLines = fileLines(() => null)

/**
 * Reads the content of files that rows have, up to so many bytes of all of them, to be written into the file itself.
 * Answers how to write them and how many files were left out: too large, or not there to be read.
 */
export async function inlineFiles(
  { blobs }: Pick<Context, 'blobs'>,
  rows: readonly EventRow[],
  bytesMax: number,
): Promise<{ readonly lines: FileLines; readonly left: number }> {
  const lines = new Map<number, string>()
  let room = bytesMax
  let left = 0
  for (const row of rows) {
    let text = ''
    for (const file of filesOf(row)) {
      if (file.link) {
        text += linkLine(file)
        continue
      }
      const bytes = file.size > room ? null : await blobs.readAll(file.hash).catch(() => null)
      if (!bytes) {
        left += 1
        continue
      }
      room -= bytes.length
      text += line(
        [...parametersOf(file), 'ENCODING=BASE64', 'VALUE=BINARY'],
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      )
    }
    if (text !== '') lines.set(row.id, text)
  }
  return { lines: (row) => lines.get(row.id) ?? '', left }
}

/** A link in the form that has no ends of lines and only ASCII; '' for one that cannot be read as an address. */
const linkLine = (file: KeptFile): string =>
  URL.canParse(file.link) ? line(parametersOf(file), new URL(file.link).href) : ''

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/

const parametersOf = ({ name, contentType }: KeptFile): string[] => [
  ...(MEDIA_TYPE.test(contentType) ? [`FMTTYPE=${contentType}`] : []),
  ...(name ? [`FILENAME=${quoted(name)}`] : []),
]

/** A value of a parameter (RFC 6868): quotes and ends of lines cannot stand in it as they are. */
const quoted = (text: string): string =>
  `"${text
    .replace(/[\p{Cc}]/gu, ' ')
    .replace(/\^/g, '^^')
    .replace(/"/g, "^'")}"`

/** One line, folded where a character begins. What follows the parameters is ASCII. */
function line(parameters: readonly string[], value: string): string {
  const head = folded(['ATTACH', ...parameters].join(';'))
  const room = LINE_BYTES - head.used - 1
  const rest = value.slice(Math.max(0, room)).match(/.{1,74}/g) ?? []
  return `${head.text}:${[value.slice(0, Math.max(0, room)), ...rest].join('\r\n ')}\r\n`
}

function folded(text: string): { text: string; used: number } {
  let out = ''
  let used = 0
  for (const character of text) {
    const bytes = Buffer.byteLength(character)
    if (used + bytes > LINE_BYTES - 1) {
      out += '\r\n '
      used = 1
    }
    out += character
    used += bytes
  }
  return { text: out, used }
}
