import { MAX_HTML_ELEMENTS } from '@yanshu/contracts'
import { linkPageUrl } from './addresses.ts'
import { printSheet } from './css/filterSheet.ts'
import type { MailContext, MailPass, RenderedMail, RenderOptions } from './mailPass.ts'
import { moveChildren } from './moveChildren.ts'
import { backgroundAttributes } from './passes/backgroundAttributes.ts'
import { collapseQuotes } from './passes/collapseQuotes.ts'
import { darkMode } from './passes/darkMode.ts'
import { fitWidth } from './passes/fitWidth.ts'
import { holdRemoteImages } from './passes/holdRemoteImages.ts'
import { inlineCid } from './passes/inlineCid.ts'
import { inlineStyles } from './passes/inlineStyles.ts'
import { linkAddresses } from './passes/linkAddresses.ts'
import { reserveNames } from './passes/reserveNames.ts'
import { rewriteLinks } from './passes/rewriteLinks.ts'
import { sanitizeStyles } from './passes/sanitizeStyles.ts'
import { seal } from './passes/seal.ts'
import { stripForms } from './passes/stripForms.ts'
import { stripMedia } from './passes/stripMedia.ts'
import { parseMail } from './sanitize.ts'

/** Order matters: what rewrites elements comes before what judges addresses, and the seal is last. */
const READING: readonly MailPass[] = [
  reserveNames,
  stripForms,
  stripMedia,
  backgroundAttributes,
  sanitizeStyles,
  inlineCid,
  holdRemoteImages,
  linkAddresses,
  rewriteLinks,
  collapseQuotes,
  darkMode,
  fitWidth,
  seal,
]

const QUOTING: readonly MailPass[] = READING.flatMap((pass) =>
  pass === sanitizeStyles ? [pass, inlineStyles] : [pass],
)

/** Work of one part, which a slow machine renders and lays out within a second. The largest newsletters are one part. */
const PART_UNITS = 10_000

/** Work of a whole mail. What the server leaves of one, MAX_HTML_ELEMENTS with their text, stays below. */
const MAX_UNITS = 3 * MAX_HTML_ELEMENTS

/** Class of the block that stands for the mail's body. */
const MAIL_CLASS = 'yanshu-mail'

/**
 * Makes an HTML mail safe to show: parsed into a document without a window, cleaned by lists, then changed by the passes.
 * The result makes no request but for addresses that the caller gave (`cid`, `remoteImageUrl`), and holds no script.
 * Show it with `mountMail`, whose frame enforces the same once more. Never throws on bad HTML.
 * Work and depth grow with the parts that are rendered alone, whatever the mail holds.
 *
 * @example
 * const mail = renderMailHtml(html, { mode: 'read', allowRemote: false, cid: new Map([['logo@x', blobUrl]]) })
 * if (mail.heldImages.count > 0) offerImages(mail.heldImages.hosts)
 */
export function renderMailHtml(html: string, options: RenderOptions): RenderedMail {
  const units = Math.min(MAX_UNITS, PART_UNITS * (options.parts ?? Number.POSITIVE_INFINITY))
  const { document, sheets, more } = parseMail(html, units, options.window ?? globalThis)
  const context: MailContext = {
    mode: options.mode,
    allowRemote: options.allowRemote,
    scheme: options.mode === 'quote' ? 'light' : (options.scheme ?? 'light'),
    quoteLabel: options.quoteLabel ?? '···',
    cid: options.cid ?? new Map(),
    remoteImageUrl: options.remoteImageUrl ?? (() => undefined),
    linkUrl: options.linkUrl ?? linkPageUrl,
    sheets,
    rules: [],
    issued: new Set(),
    held: { count: 0, hosts: new Set() },
    remoteImages: [],
    deceptiveLinks: [],
    hasQuote: false,
    tone: 'app',
  }
  const text = document.body.textContent ?? ''
  for (const pass of options.mode === 'quote' ? QUOTING : READING) {
    pass(document, context)
    if (pass === collapseQuotes) options.fold?.(document, context)
  }
  const direction = directionOf(document, text)
  return {
    html: bodyAsBlock(document, direction).outerHTML,
    css: printSheet(context.rules, `.${MAIL_CLASS}`),
    heldImages: { count: context.held.count, hosts: [...context.held.hosts].sort() },
    remoteImages: context.remoteImages,
    deceptiveLinks: context.deceptiveLinks,
    hasQuote: context.hasQuote,
    direction,
    textLength: text.replace(/\s/g, '').length,
    tone: context.tone,
    rest: !more ? 'none' : units < MAX_UNITS ? 'more' : 'cut',
  }
}

function bodyAsBlock(document: Document, direction: 'ltr' | 'rtl'): Element {
  const block = document.createElement('div')
  for (const name of ['id', 'class', 'style', 'lang']) {
    const value = document.body.getAttribute(name)
    if (value) block.setAttribute(name, value)
  }
  block.classList.add(MAIL_CLASS)
  block.setAttribute('dir', direction)
  moveChildren(document.body, block)
  return block
}

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** The `dir` of the mail, else the direction of its first letter (as `dir="auto"` does). */
function directionOf(document: Document, text: string): 'ltr' | 'rtl' {
  const said = (document.body.getAttribute('dir') ?? document.documentElement.getAttribute('dir'))?.toLowerCase()
  if (said === 'ltr' || said === 'rtl') return said
  return RTL.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}
