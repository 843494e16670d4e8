import { quoteCssString } from '../css/serialize.ts'
import type { MailPass } from '../mailPass.ts'

/**
 * Rewrites the old `background` attribute, and the colours of `body`, as a style, so that one pass alone judges images
 * in CSS and the colours survive when the body becomes a plain block. The element's own style follows and wins.
 */
export const backgroundAttributes: MailPass = (document) => {
  for (const element of document.querySelectorAll('[background]')) {
    const url = element.getAttribute('background') ?? ''
    element.removeAttribute('background')
    if (url) prependStyle(element, `background-image:url(${quoteCssString(url)})`)
  }
  const { body } = document
  const ground = body.getAttribute('bgcolor')
  const text = body.getAttribute('text')
  if (ground) prependStyle(body, `background-color:${legacyColour(ground)}`)
  if (text) prependStyle(body, `color:${legacyColour(text)}`)
}

function prependStyle(element: Element, declaration: string): void {
  element.setAttribute('style', `${declaration};${element.getAttribute('style') ?? ''}`)
}

/** Old attributes give hexadecimal colours without `#` as well (HTML §2.3.6); anything stranger is left to the CSS pass. */
function legacyColour(value: string): string {
  const text = value.trim()
  if (/^[\da-f]{6}$/i.test(text)) return `#${text}`
  return /^#?\w+$/.test(text) ? text : 'inherit'
}
