import type { Bytes, Entity } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'
import { decode, decodeWords, latin1 } from './headerWords.ts'
import { protectedSubject } from './protectedFields.ts'

/** A file of a letter that was opened. */
export interface OpenedFile {
  readonly name: string
  readonly type: string
  /** Its content, decoded when it is saved or drawn. */
  readonly bytes: () => Bytes
}

/** A text of a letter that was opened. HTML is never joined with another part: each stands in a document of its own. */
export interface OpenedText {
  /** Null for plain text. */
  readonly html: string | null
  /** Its words. */
  readonly text: string
}

/** A letter that was opened, as it is shown. */
export interface OpenedLetter {
  readonly texts: readonly OpenedText[]
  /** Pictures that stand in its HTML, by Content-ID. */
  readonly pictures: ReadonlyMap<string, OpenedFile>
  readonly files: readonly OpenedFile[]
  /** The subject that was protected with the letter; null for none. */
  readonly subject: string | null
}

/** Pictures that are drawn; none of these can load or run anything. */
const PICTURES = /^image\/(?:png|jpeg|gif|webp|bmp)$/

const DEEPEST = 10
const MOST_FILES = 200
const MOST_TEXTS = 20
/** Characters of text that are shown; the saved letter has all of them. */
const MOST_TEXT = 1_000_000

/** The parts of a letter that was opened. Nothing of the mail around it is among them. */
export function openContent(cms: Cms, content: Bytes): OpenedLetter {
  const files: OpenedFile[] = []
  const texts: OpenedText[] = []
  const pictures = new Map<string, OpenedFile>()
  let left = MOST_TEXT
  const addText = (entity: Entity) => {
    const text = decode(cms.contentOf(entity), entity.parameters.get('charset') ?? '').slice(0, left)
    left -= text.length
    const isHtml = entity.type === 'text/html'
    if (texts.length < MOST_TEXTS) texts.push({ html: isHtml ? text : null, text: isHtml ? textOfHtml(text) : text })
  }
  const read = (entity: Entity, depth: number) => {
    if (entity.type.startsWith('multipart/') && depth < DEEPEST) {
      const parts = cms.partsOf(entity).map(cms.readEntity)
      for (const part of entity.type === 'multipart/alternative' ? bestOf(parts) : parts) read(part, depth + 1)
      return
    }
    const name = fileNameOf(cms, entity)
    if (name === '' && (entity.type === 'text/plain' || entity.type === 'text/html')) return addText(entity)
    const file = { name: name || `${files.length + 1}`, type: entity.type, bytes: () => cms.contentOf(entity) }
    const id = cms.headerOf(entity, 'content-id').replace(/^<|>$/g, '')
    if (id !== '' && PICTURES.test(entity.type) && pictures.size < MOST_FILES) pictures.set(id, file)
    else if (files.length < MOST_FILES) files.push(file)
  }
  const root = cms.readEntity(content)
  read(root, 0)
  return { texts, pictures, files, subject: protectedSubject(cms, root) }
}

/** Of several forms of one text the last that can be shown, which is the richest (RFC 2046 §5.1.4). */
function bestOf(parts: readonly Entity[]): readonly Entity[] {
  const best = parts.findLast(({ type }) => /^(?:text\/(?:plain|html)|multipart\/)/.test(type))
  return best ? [best] : parts
}

/** The words of HTML. Its document belongs to no window: nothing in it is loaded or runs. */
function textOfHtml(html: string): string {
  // The policy of the page would report each style and base address, though none is applied. What `noembed` holds is no markup.
  const plain = html
    .replace(/<(\/?)style(?=[\s/>])/gi, '<$1noembed')
    .replace(/<(\/?)base(?=[\s/>])/gi, '<$1x-base')
    .replace(/([\s/"'])style(?=\s*=)/gi, '$1data-style')
  const { body } = new DOMParser().parseFromString(plain, 'text/html')
  for (const element of body.querySelectorAll('script, style, noembed, template')) element.remove()
  for (const element of body.querySelectorAll('br, p, div, tr, li, h1, h2, h3, h4, h5, h6')) element.append('\n')
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
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
