import createDOMPurify, { type DOMPurify } from 'dompurify'
import type { MailWindow } from './mailPass.ts'

/** A mail parsed into a document that belongs to no window, so nothing in it loads or runs. */
export interface ParsedMail {
  readonly document: Document
  readonly sheets: readonly { readonly css: string; readonly media: string }[]
}

/** Elements a mail may consist of. Those that the passes turn into something else (forms, media) are among them. */
const TAGS = (
  'a abbr acronym address area article aside b bdi bdo big blockquote body br button caption center cite code col ' +
  'colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 ' +
  'head header hgroup hr html i img input ins kbd label legend li main map mark menu nav nobr ol optgroup option p ' +
  'picture pre q rp rt ruby s samp section select small span strike strong sub summary sup table tbody td textarea ' +
  'tfoot th thead time tr tt u ul var video wbr'
).split(' ')

const ATTRIBUTES = (
  'abbr align alt background bgcolor border cellpadding cellspacing cite class clear color cols colspan compact ' +
  'coords dir face frame headers height href hreflang hspace id lang link nowrap open poster reversed role rowspan ' +
  'rules scope selected shape size span src srcset start style summary text title type usemap valign value vspace ' +
  'width wrap'
).split(' ')

/** Elements that go with everything in them. Others that are refused leave their content: `video` has a linked image there. */
const FORBID_CONTENTS = (
  'annotation-xml applet audio desc embed foreignobject frameset iframe math mi mn mo ms mtext noembed noframes ' +
  'noscript object plaintext script style svg template title xmp'
).split(' ')

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  FORBID_CONTENTS,
  ALLOW_DATA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  SANITIZE_DOM: true,
  WHOLE_DOCUMENT: true,
}

interface Sanitizer {
  readonly purify: DOMPurify
  sheets: { css: string; media: string }[]
}

const sanitizers = new WeakMap<object, Sanitizer>()

/**
 * Parses a mail and removes everything that is not on the lists, with a DOMPurify of our own for the given window:
 * hooks and settings of other users of the library do not reach it. Style sheets are taken out as text for their pass.
 */
export function parseMail(html: string, window: MailWindow): ParsedMail {
  const sanitizer = sanitizers.get(window) ?? createSanitizer(window)
  sanitizers.set(window, sanitizer)
  sanitizer.sheets = []
  const root = sanitizer.purify.sanitize(html, { ...CONFIG, RETURN_DOM: true })
  const { ownerDocument: document } = root
  if (!document) throw new Error('DOMPurify gave back a tree without a document')
  if (!document.body) document.documentElement.append(document.createElement('body'))
  return { document, sheets: sanitizer.sheets }
}

function createSanitizer(window: MailWindow): Sanitizer {
  const sanitizer: Sanitizer = { purify: createDOMPurify(window), sheets: [] }
  sanitizer.purify.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName === 'style' && isElement(node)) {
      sanitizer.sheets.push({ css: node.textContent ?? '', media: node.getAttribute('media') ?? '' })
    }
  })
  return sanitizer
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
