/** What formatted words of an event may be made of; the server keeps nothing else either. */
const TAGS = new Set(
  'a b blockquote br code del div em h1 h2 h3 h4 hr i ins li ol p pre s span strike strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
)
const UNFIT =
  'script, style, title, iframe, object, embed, form, input, button, select, textarea, template, img, picture, svg, math, video, audio, link, meta, base'

/** The address of a link that may be followed; '' for all others. */
export const linkOf = (element: Element): string => {
  const href = element.getAttribute('href') ?? ''
  return /^(?:https?|mailto|tel):/i.test(href) && URL.canParse(href) ? href : ''
}

/**
 * Formatted words with nothing in them that looks, loads or runs: elements off the list give their words alone, and no
 * attribute stays but a link's address. Parsed in a document that belongs to no window.
 */
export function cleanWords(html: string): HTMLElement {
  // The page's policy reports each style attribute that is parsed, though none of them stays.
  const plain = html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
  const { body } = new DOMParser().parseFromString(plain, 'text/html')
  for (const element of body.querySelectorAll(UNFIT)) element.remove()
  // Innermost first, so that what is unwrapped has been cleaned.
  for (const element of [...body.querySelectorAll('*')].reverse()) {
    if (!TAGS.has(element.localName)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    const link = element.localName === 'a' ? linkOf(element) : ''
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
    if (link) element.setAttribute('href', link)
  }
  return body
}

/** Whether words say more than plain ones would. */
export const isFormatted = (body: HTMLElement): boolean =>
  body.querySelector(
    'b, strong, i, em, u, s, strike, del, ins, sub, sup, a[href], ul, ol, h1, h2, h3, h4, blockquote, pre, code, hr, table',
  ) !== null
