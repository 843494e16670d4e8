import type { Bytes } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'
import { bodyStart, fieldsOf } from './composedPart.ts'

/** A file that is written into a letter. */
export interface AttachedFile {
  readonly name: string
  readonly contentType: string
  readonly content: Blob
}

/** The bytes of UTF-8 that one encoded word holds: with its marks it has at most 75 characters (RFC 2047). */
const WORD_BYTES = 42
/** A type that needs no parameters and holds no parts: those of mails and parts may not be in base64 (RFC 2046 §5). */
const SIMPLE_TYPE = /^(?!message\/|multipart\/)[\w.+-]+\/[\w.+-]+$/

/** The name for programs that read no RFC 2231: encoded words, none of which ends within a character. */
function wordsOf(cms: Cms, name: string): string {
  const words: string[] = []
  let bytes: number[] = []
  const end = () => {
    words.push(`=?utf-8?B?${cms.toBase64(Uint8Array.from(bytes))}?=`)
    bytes = []
  }
  for (const character of name) {
    const more = new TextEncoder().encode(character)
    if (bytes.length + more.length > WORD_BYTES) end()
    bytes.push(...more)
  }
  end()
  return words.join('\r\n ')
}

/** As RFC 2231 writes it; what `encodeURIComponent` leaves and is no character of an attribute is written too. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

function fileHead(cms: Cms, { name, contentType }: AttachedFile): string {
  const type = SIMPLE_TYPE.test(contentType) ? contentType : 'application/octet-stream'
  const isPlain = /^[\x20-\x7e]*$/.test(name) && !/["\\]/.test(name) && name.length < 60
  // Half of a pair of UTF-16 is no character.
  const whole = name.replace(/\p{Cs}/gu, '')
  const shown = isPlain ? name : wordsOf(cms, whole)
  const place = isPlain ? `filename="${name}"` : `filename*=utf-8''${extended(whole)}`
  return [
    `Content-Type: ${type};\r\n name="${shown}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment;\r\n ${place}`,
    '\r\n',
  ].join('\r\n')
}

/**
 * A mail with more files: its content becomes the first part of a `multipart/mixed`, and the files follow it. The fields about
 * who writes to whom stay before it.
 */
export async function attachFiles(cms: Cms, mail: Bytes, files: readonly AttachedFile[]): Promise<Bytes> {
  const start = bodyStart(mail)
  const fields = fieldsOf(mail.subarray(0, start))
  const isContent = (field: string) => /^content-/i.test(field)
  const boundary = `=_yanshu_${crypto.randomUUID()}`
  const head = [
    ...fields.filter((field) => !isContent(field)),
    `Content-Type: multipart/mixed;\r\n boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...fields.filter(isContent),
    '\r\n',
  ].join('\r\n')
  const parts: BlobPart[] = [head, mail.subarray(start)]
  for (const file of files) {
    const bytes = new Uint8Array(await file.content.arrayBuffer())
    parts.push(`\r\n--${boundary}\r\n${fileHead(cms, file)}`, await cms.base64Lines(bytes))
  }
  return new Uint8Array(await new Blob([...parts, `\r\n--${boundary}--\r\n`]).arrayBuffer())
}
