import { saveBlob } from '@yanshu/shell-api'

export interface KeptCodes {
  readonly title: string
  /** Which mailbox they are of, when they were made, and what they are for: a line each. */
  readonly about: readonly string[]
  readonly codes: readonly string[]
}

/** Recovery codes as a text that still explains itself when it is found years later. */
export const textOfCodes = ({ title, about, codes }: KeptCodes): string =>
  [title, ...about, '', ...codes, ''].join('\r\n')

/** Writes the codes into a file of the person's own. */
export function downloadCodes(kept: KeptCodes, fileName: string): void {
  saveBlob(new Blob([textOfCodes(kept)], { type: 'text/plain;charset=utf-8' }), fileName)
}

/** Prints the codes alone. The page that holds them is gone as soon as the browser has done with it. */
export function printCodes(kept: KeptCodes): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', left: '-9999px', border: '0' })
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) return
  contentDocument.title = kept.title
  const text = contentDocument.createElement('pre')
  text.textContent = textOfCodes(kept)
  contentDocument.body.append(text)
  contentWindow.addEventListener('afterprint', () => frame.remove(), { once: true })
  contentWindow.print()
}

/** A secret in groups of four, as people read it aloud; apps ignore the blanks. */
export const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
