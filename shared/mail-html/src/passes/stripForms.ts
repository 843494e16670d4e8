import type { MailPass } from '../mailPass.ts'

/**
 * Turns form controls into what they showed: a mail may present, but not ask for a password inside our window. Forms,
 * buttons and labels around them were renamed before the mail was parsed.
 */
export const stripForms: MailPass = (document) => {
  for (const input of document.querySelectorAll('input')) {
    const type = input.getAttribute('type')?.toLowerCase()
    if (type === 'image') input.replaceWith(imageOf(document, input))
    else if (type === 'submit' || type === 'button' || type === 'reset') {
      input.replaceWith(textOf(document, input.getAttribute('value') ?? ''))
    } else input.remove()
  }
  for (const select of document.querySelectorAll('select')) {
    const chosen = select.querySelector('option[selected]') ?? select.querySelector('option')
    select.replaceWith(textOf(document, chosen?.textContent ?? ''))
  }
  for (const area of document.querySelectorAll('textarea')) area.replaceWith(textOf(document, area.textContent ?? ''))
}

function imageOf(document: Document, input: Element): Element {
  const image = document.createElement('img')
  for (const name of ['src', 'srcset', 'alt', 'width', 'height', 'style', 'class']) {
    const value = input.getAttribute(name)
    if (value !== null) image.setAttribute(name, value)
  }
  return image
}

function textOf(document: Document, text: string): Element {
  const span = document.createElement('span')
  span.textContent = text
  return span
}
