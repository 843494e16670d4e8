import { htmlToText } from './html-text.ts'
import { PREVIEW_CHARACTERS } from './limits.ts'

/** Characters of the body that are read; a preview never needs more. */
const LOOK_AT = 8_000

/** Lines behind which the rest of a mail is the former mail. */
const QUOTE_STARTS = [
  /^-{2,}\s*(?:original message|forwarded message|原始邮件|原始郵件|转发的邮件|回复的邮件|原邮件)\s*-{2,}/i,
  /^_{20,}$/,
  /^在.{4,200}(?:写道|寫道)\s*[:：]$/,
  /^.{0,100}于.{4,100}(?:写道|寫道)\s*[:：]$/,
  /^on .{8,200} wrote:$/i,
  /^(?:发件人|寄件者|from)\s*[:：]\s*\S.*(?:@|\[|<)/i,
]

/**
 * The line a list shows under the subject: the first readable characters of a mail without its quotes, signature
 * and blanks. A mail that is nothing but a quote shows the quote.
 */
export function previewOf(text: string | null, html: string | null): string {
  const plain = text?.trim() ? text.slice(0, LOOK_AT) : null
  const body = plain ?? (html ? htmlToText(html, { maxLength: LOOK_AT, skipQuotes: true }) : '')
  const own = collapse(withoutQuotes(body))
  if (own) return own
  return collapse(plain ?? (html ? htmlToText(html, { maxLength: LOOK_AT }) : ''))
}

function withoutQuotes(body: string): string {
  const kept: string[] = []
  for (const raw of body.split('\n')) {
    const line = raw.trim()
    if (raw === '-- ' || line === '--' || QUOTE_STARTS.some((start) => start.test(line.slice(0, 400)))) break
    if (!line.startsWith('>')) kept.push(line)
  }
  return kept.join(' ')
}

function collapse(text: string): string {
  const line = text
    .replace(/\u034f|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/([-=_*~.·—─━]) ?(?:\1 ?){5,}/g, '$1$1$1 ')
    .trim()
  return Array.from(line.slice(0, PREVIEW_CHARACTERS * 2))
    .slice(0, PREVIEW_CHARACTERS)
    .join('')
    .trim()
}
