import { classifyAddress } from '../addresses.ts'
import type { MailPass } from '../mailPass.ts'

/** Attributes that make a browser fetch, send or run, on any element; only `src` of `img` can be earned. */
const FETCHING = [
  'src srcset poster background action formaction ping data codebase classid longdesc lowsrc dynsrc manifest profile',
  'xlink:href cite archive icon usemap imagesrcset srcdoc',
]
  .join(' ')
  .split(' ')

/** Elements that may carry `href` after the link pass. */
const LINKING = /^(?:a|area)$/

/**
 * The last check: removes every address that no pass has issued, in case another pass is missing or was deceived.
 */
export const seal: MailPass = (document, { issued }) => {
  for (const element of document.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      const lower = name.toLowerCase()
      if (lower.startsWith('on')) element.removeAttribute(name)
      else if (lower === 'href' && !LINKING.test(element.localName)) element.removeAttribute(name)
      else if (FETCHING.includes(lower) && !isEarned(element, lower)) element.removeAttribute(name)
    }
  }

  function isEarned(element: Element, name: string): boolean {
    if (element.localName !== 'img') return false
    const value = element.getAttribute(name) ?? ''
    if (name === 'usemap') return value.startsWith('#')
    return name === 'src' && (issued.has(value) || classifyAddress(value).kind === 'data-image')
  }
}
