import type { MailWindow } from '@yanshu/mail-html'

/**
 * A document that is parsed so is never shown: it loads nothing and runs nothing. It is of the window for mails, because the
 * policy of the page would report each of its styles.
 */
export function parsedHtml(html: string, parser: MailWindow): Document {
  const { DOMParser: Parser } = 'DOMParser' in parser ? (parser as typeof globalThis) : globalThis
  return new Parser().parseFromString(html, 'text/html')
}
