import type { LetterSignature } from '@yanshu/contracts'
import type { Composer } from '../write/composer.ts'
import { cleanerOf, type LetterWindow } from '../write/mailWindow.ts'
import { markedSignature, NO_SIGNATURE, SIGNATURE_MARK, signatureIn } from './signatureMark.ts'

/** The lines of a signature, as a letter of plain text has them. */
function plainLines(html: string, window: LetterWindow): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith(' ')
  return [...body.children].map((line) => line.textContent ?? '').join('\n')
}

/** A text with one piece of it exchanged where it stands last; without one, `next` is put behind everything. */
export function exchangedText(text: string, old: string, next: string): string {
  const at = old === '' ? -1 : `\n${text}\n`.lastIndexOf(`\n${old}\n`)
  if (at < 0) return next === '' ? text : `${text.replace(/\n*$/, '')}\n\n${next}`
  return `${text.slice(0, at)}${next}${text.slice(at + old.length)}`
}

/** The signature that stands in a letter of plain text, found by its words: such a letter has no marks. */
export function plainSignature(
  text: string,
  known: readonly LetterSignature[],
  window: LetterWindow,
): LetterSignature | undefined {
  const padded = `\n${text}\n`
  return known.find(({ html }) => {
    const lines = plainLines(html, window)
    return lines.trim() !== '' && padded.includes(`\n${lines}\n`)
  })
}

/** An HTML with the signature in it exchanged. What was marked is not written on, so nothing typed can be in it. */
export function exchangedHtml(html: string, next: string, window: LetterWindow): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  const standing = body.querySelector(`data[value^="${SIGNATURE_MARK}"]`)
  if (!standing) return html + next
  const holder = body.ownerDocument.createElement('div')
  holder.innerHTML = next
  standing.replaceWith(...holder.childNodes)
  return body.innerHTML
}

/**
 * Replaces the signature by another one, where it stands: in the text, below the quoted mail, or between the lines of a plain
 * letter. null removes it. What the editor's own history cannot undo is noted for the keys of the letter.
 */
export function exchangeSignature(
  composer: Composer,
  next: LetterSignature | null,
  known: readonly LetterSignature[],
): void {
  const { window } = composer.beginning
  const { plain, quote } = composer.state.get().letter
  const port = composer.body()
  if (plain) {
    const before = port.text()
    const old = plainSignature(before, known, window)
    const lines = next ? plainLines(next.html, window) : ''
    port.replace(exchangedText(before, old ? plainLines(old.html, window) : '', lines))
    composer.noteUndo(() => port.replace(before))
    return
  }
  const clean = next && cleanerOf(window)(next.html)
  if (quote !== null && signatureIn(quote) !== null) {
    const marked = next && clean !== null ? markedSignature(next.key, clean) : markedSignature(NO_SIGNATURE, '')
    composer.change({ quote: exchangedHtml(quote, marked, window) })
    composer.noteUndo(() => composer.change({ quote }))
    return
  }
  port.signature?.set(next && clean !== null ? { key: next.key, html: clean } : null)
}
