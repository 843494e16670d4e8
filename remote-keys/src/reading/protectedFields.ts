import type { Bytes, Entity } from '@yanshu/cms'
import type { Cms } from '../crypto/fetchCms.ts'
import { decodeWords, latin1 } from './headerWords.ts'

/** Longer ones are cut: a subject is a line. */
const LONGEST_SUBJECT = 1_000

/**
 * The subject that was protected with a letter (RFC 9788); null for a letter without protected fields. Programs of before that
 * standard marked them by `protected-headers`.
 */
export function protectedSubject(cms: Cms, root: Entity): string | null {
  if (!hasProtectedFields(root)) return null
  const subject = decodeWords(cms.headerOf(root, 'subject'))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return subject === '' ? null : subject.slice(0, LONGEST_SUBJECT)
}

const hasProtectedFields = ({ parameters }: Entity): boolean =>
  /^(?:cipher|clear)$/i.test(parameters.get('hp') ?? '') || parameters.has('protected-headers')

/** Fields of the mail that are kept when its opened letter is saved. */
const KEPT = /^(from|to|cc|subject|date|message-id|in-reply-to|references):/i

/** The opened letter as a file: the head of the mail without what its protection was, and the letter. */
export function savedLetter(cms: Cms, mail: Bytes, content: Bytes): Blob {
  const text = new TextDecoder('latin1').decode(mail.subarray(0, 512 * 1024))
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? ''
  const root = cms.readEntity(content)
  const inside = new Set(hasProtectedFields(root) ? root.headers.map(({ name }) => name) : [])
  const fields = head
    .split(/\r?\n(?![ \t])/)
    .filter((field) => KEPT.test(field) && !inside.has(field.slice(0, field.indexOf(':')).toLowerCase()))
  const kept = fields.map((field) => `${field.replace(/\r?\n/g, '\r\n')}\r\n`).join('')
  const hasVersion = /^mime-version:/im.test(new TextDecoder('latin1').decode(content.subarray(0, 4_096)))
  const bytes = latin1(`${kept}${hasVersion ? '' : 'MIME-Version: 1.0\r\n'}`)
  return new Blob([bytes, content], { type: 'message/rfc822' })
}
