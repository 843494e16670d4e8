import type { Bytes, Entity } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'

/** A file of a letter that was opened. */
export interface OpenedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Bytes
}

/** A letter that was opened, as it is shown: text alone, which loads and runs nothing. */
export interface OpenedLetter {
  readonly text: string
  readonly files: readonly OpenedFile[]
}

const DEEPEST = 10
const MOST_FILES = 200
/** Characters of text that are shown; the saved letter has all of them. */
const MOST_TEXT = 1_000_000

/** The parts of a letter that was opened. Nothing of the mail around it is among them. */
export function openContent(cms: Cms, content: Bytes): OpenedLetter {
  const files: OpenedFile[] = []
  const texts: string[] = []
  const read = (entity: Entity, depth: number) => {
    if (entity.type.startsWith('multipart/') && depth < DEEPEST) {
      const parts = cms.partsOf(entity).map(cms.readEntity)
      // Of several forms of one text, the plain one.
      const plain =
        entity.type === 'multipart/alternative' ? parts.find(({ type }) => type === 'text/plain') : undefined
      for (const part of plain ? [plain] : parts) read(part, depth + 1)
      return
    }
    const name = fileNameOf(cms, entity)
    const isText = name === '' && (entity.type === 'text/plain' || entity.type === 'text/html')
    if (isText) texts.push(textOf(cms, entity))
    else if (files.length < MOST_FILES) {
      files.push({ name: name || `${files.length + 1}`, type: entity.type, bytes: cms.contentOf(entity) })
    }
  }
  read(cms.readEntity(content), 0)
  return { text: texts.join('\n').slice(0, MOST_TEXT), files }
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function textOf(cms: Cms, entity: Entity): string {
  const text = decode(cms.contentOf(entity), entity.parameters.get('charset') ?? '')
  return entity.type === 'text/html' ? textOfHtml(text) : text
}

/** The words of HTML. Its document belongs to no window: nothing in it is loaded or runs. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style, template')) element.remove()
  for (const element of body.querySelectorAll('br, p, div, tr, li, h1, h2, h3, h4, h5, h6')) element.append('\n')
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0) & 255)

/** Words of a header that are written in ASCII (RFC 2047). */
function decodeWords(text: string): string {
  const decoded = text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi, (word, charset: string, way: string, data: string) => {
      try {
        if (way.toLowerCase() === 'b') return decode(latin1(atob(data)), charset)
        const bytes = data
          .replaceAll('_', ' ')
          .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        return decode(latin1(bytes), charset)
      } catch {
        return word
      }
    })
  // Bytes beyond ASCII stand in headers as they are.
  return [...decoded].every((char) => char.charCodeAt(0) < 256) ? decode(latin1(decoded), 'utf-8') : decoded
}

/** The name of a file (RFC 2183, RFC 2231); '' for a part that is no file. */
function fileNameOf(cms: Cms, entity: Entity): string {
  const disposition = cms.headerOf(entity, 'content-disposition')
  const extended = /filename\*=([\w-]*)'[^']*'([^;\s]+)/i.exec(disposition)
  if (extended) {
    const [, charset = '', value = ''] = extended
    const bytes = value.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return safeName(decode(latin1(bytes), charset))
  }
  const plain = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition)
  const name = plain?.[1] ?? plain?.[2] ?? entity.parameters.get('name') ?? ''
  if (name !== '') return safeName(decodeWords(name))
  return /^attachment/i.test(disposition) ? '-' : ''
}

const safeName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || '-'

/** Fields of the mail that are kept when its opened letter is saved. */
const KEPT = /^(from|to|cc|subject|date|message-id|in-reply-to|references):/i

/** The opened letter as a file: the head of the mail without what its protection was, and the letter. */
export function savedLetter(mail: Bytes, content: Bytes): Blob {
  const text = new TextDecoder('latin1').decode(mail.subarray(0, 512 * 1024))
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const fields = head.split(/\r?\n(?![ \t])/).filter((field) => KEPT.test(field))
  const kept = fields.map((field) => `${field.replace(/\r?\n/g, '\r\n')}\r\n`).join('')
  const hasVersion = /^mime-version:/im.test(new TextDecoder('latin1').decode(content.subarray(0, 4_096)))
  const bytes = latin1(`${kept}${hasVersion ? '' : 'MIME-Version: 1.0\r\n'}`)
  return new Blob([bytes, content], { type: 'message/rfc822' })
}
