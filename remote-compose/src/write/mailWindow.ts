import { cleanMailHtml, type MailWindow, openParserWindow } from '@yanshu/mail-html'
import type { ParserWindow } from '@yanshu/ui/editor'
import { pictureAddresses } from './pictureAddresses.ts'

export type LetterWindow = MailWindow & ParserWindow

let opened: Promise<LetterWindow> | null = null

const hasParser = (window: MailWindow): window is LetterWindow => 'DOMParser' in window

/** The window in which letters and mails are parsed, opened once; the page's own where the frame's file is missing. */
export function letterWindow(): Promise<LetterWindow> {
  opened ??= openParserWindow()
    .then((window) => (hasParser(window) ? window : globalThis))
    .catch(() => {
      // Without a network the frame's file does not come; the next letter asks again.
      opened = null
      return globalThis
    })
  return opened
}

/** Makes any HTML fit for the editor and for sending. */
export const cleanerOf =
  (window: LetterWindow) =>
  (html: string): string =>
    cleanMailHtml(html, { window, pictures: pictureAddresses })
