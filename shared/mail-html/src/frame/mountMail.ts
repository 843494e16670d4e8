import { MAIL_FRAME_PATH, MAIL_FRAME_SANDBOX } from '@yanshu/contracts'
import type { RenderedMail } from '../mailPass.ts'
import { ORIGINAL_LINK } from '../passes/rewriteLinks.ts'
import { type FrameLook, frameStyle } from './frameStyle.ts'

/** How and under what limits a mail is shown. */
export interface FrameView {
  /** Language of the mail if known, else of the reader: it chooses the shapes of Han characters. */
  readonly lang: string
  readonly fontSize: FrameLook['fontSize']
  /** Whether the application is dark. */
  readonly dark: boolean
  /** Same-origin paths that images may be loaded from (`/api/file/remoteImage`); none by default. A trailing `/` allows what is below. */
  readonly imagePaths?: readonly string[]
  /** `scale` shrinks a mail that is too wide, down to four fifths, before its tables scroll; default `scale`. */
  readonly fit?: 'scale' | 'scroll'
}

export interface MailHandlers {
  /** A web link was chosen, given with the sender's address. Return `true` to have dealt with it; else the warning page opens in a tab. */
  readonly onLink?: (url: string, event: MouseEvent) => boolean
  /** A `mailto:` link was chosen (RFC 6068). */
  readonly onMailto?: (url: string) => void
  /** A key was pressed while the mail had the focus, so that shortcuts of the application work there too. */
  readonly onKey?: (event: KeyboardEvent) => void
  /** The mail's height in CSS px changed; the frame has it already. */
  readonly onHeight?: (height: number) => void
  /** The mail cannot be shown: the frame file is missing, or served with a policy that refuses its styles. */
  readonly onProblem?: (problem: FrameProblem) => void
}

export type FrameProblem = 'frame-missing' | 'styles-refused'

export interface MountedMail {
  /** Shows another mail, or the same with another view. The frame is loaded anew only when its image paths change. */
  update(rendered: RenderedMail, view: FrameView): void
  /** Opens the browser's print dialog for the mail alone. */
  print(): void
  /** Stops observing. What is shown stays, for a frame that is hidden and shown again; it goes with the frame. */
  dispose(): void
}

/** What stands in a frame, and the size for which it was fitted. */
interface Shown {
  readonly mail: RenderedMail
  readonly view: FrameView
  width: number
  height: number
}

/** By the document that holds it, so that a mail whose frame was hidden is not written again. */
const shownIn = new WeakMap<Document, Shown>()

/** Beyond this a mail scrolls inside its frame; browsers stop painting reliably some way above. */
const MAX_HEIGHT = 60_000

/** Smaller than this, the letters of the default size are hard to read; beyond it wide tables scroll by themselves. */
const MIN_SCALE = 0.8

/**
 * Shows a rendered mail in a frame that runs no script and asks no server, sized to its content.
 * The frame must be in the document and belong to this call alone; give it a `title` for screen readers.
 */
export function mountMail(
  frame: HTMLIFrameElement,
  rendered: RenderedMail,
  view: FrameView,
  handlers: MailHandlers = {},
): MountedMail {
  let mail = rendered
  let wishes = view
  let policy = ''
  /** The file is on its way; what is to be shown is written when it has come. */
  let loading = false
  const sizes = new ResizeObserver(() => fit())
  const widths = new ResizeObserver(() => fit())

  const listening = new AbortController()

  frame.setAttribute('sandbox', MAIL_FRAME_SANDBOX)
  frame.setAttribute('referrerpolicy', 'no-referrer')
  frame.addEventListener('load', write)
  widths.observe(frame)
  addEventListener('beforeprint', unfold, { signal: listening.signal })
  addEventListener('afterprint', foldAgain, { signal: listening.signal })
  const left = frameDocument()
  if (left?.documentElement.dataset.mailPolicy === policyOf(wishes)) {
    // Shown before, hidden, and shown again: the frame has its document already.
    policy = policyOf(wishes)
    listen(left)
    const before = shownIn.get(left)
    if (before?.mail === mail && before.view === wishes) observe(left)
    else write()
  } else load()

  return {
    update(nextMail, nextView) {
      mail = nextMail
      wishes = nextView
      if (policyOf(wishes) !== policy || (!loading && !frameDocument())) load()
      else if (!loading) write()
    },
    print() {
      frame.contentWindow?.print()
    },
    dispose() {
      frame.removeEventListener('load', write)
      listening.abort()
      sizes.disconnect()
      widths.disconnect()
    },
  }

  function load(): void {
    policy = policyOf(wishes)
    loading = true
    frame.src = MAIL_FRAME_PATH
  }

  /** The frame's document if it is our empty file and nothing else. */
  function frameDocument(): Document | undefined {
    const document = frame.contentDocument
    // Between two documents there is one without an element.
    return document?.documentElement?.dataset.mailFrame === '1' ? document : undefined
  }

  function write(): void {
    const document = frameDocument()
    if (!document) {
      if (frame.contentWindow?.location.href === 'about:blank') return
      loading = false
      handlers.onProblem?.('frame-missing')
      return
    }
    loading = false
    if (document.documentElement.dataset.mailPolicy !== policy) restrict(document)
    const sheet = wishes.dark && mail.tone === 'paper'
    const look: FrameLook = { fontSize: wishes.fontSize, dark: wishes.dark && !sheet, sheet }
    document.documentElement.lang = wishes.lang
    writeStyle(document, 'base', frameStyle(look))
    writeStyle(document, 'mail', mail.css)
    frame.style.colorScheme = look.dark ? 'dark' : 'light'
    frame.style.background = sheet ? '#fff' : ''
    document.body.innerHTML = mail.html
    if (!stylesApply(document)) handlers.onProblem?.('styles-refused')
    shownIn.set(document, { mail, view: wishes, width: 0, height: 0 })
    observe(document)
  }

  /** The observer reports in the frame that draws the mail, which needs the layout anyway: no size is read before. */
  function observe(document: Document): void {
    const block = document.body.firstElementChild
    sizes.disconnect()
    if (block) sizes.observe(block)
  }

  /** Policies only add up: this one is met by every image of the mail that is written after it. */
  function restrict(document: Document): void {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'Content-Security-Policy'
    meta.content = policy
    document.head.append(meta)
    document.documentElement.dataset.mailPolicy = policy
    listen(document)
  }

  function listen(document: Document): void {
    const { signal } = listening
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('auxclick', onClick, { signal })
    document.addEventListener('keydown', (event) => handlers.onKey?.(event), { signal })
  }

  function onClick(event: MouseEvent): void {
    const link = linkOf(event)
    if (!link || event.button > 1) return
    const original = link.getAttribute(ORIGINAL_LINK) ?? ''
    if (/^mailto:/i.test(original)) {
      event.preventDefault()
      handlers.onMailto?.(original)
    } else if (/^https?:/i.test(original)) {
      if (handlers.onLink?.(original, event)) event.preventDefault()
    } else if (link.getAttribute('href')?.startsWith('#')) {
      event.preventDefault()
      anchorOf(link)?.scrollIntoView({ block: 'start' })
    }
  }

  /** On paper nothing can be unfolded, so folded parts are printed as well. */
  function unfold(): void {
    for (const quote of frameDocument()?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []) {
      quote.dataset.unfolded = ''
      quote.open = true
    }
    fit()
  }

  function foldAgain(): void {
    for (const quote of frameDocument()?.querySelectorAll<HTMLDetailsElement>('details[data-unfolded]') ?? []) {
      delete quote.dataset.unfolded
      quote.open = false
    }
    fit()
  }

  function fit(): void {
    const document = frameDocument()
    const block = document?.querySelector<HTMLElement>('body > .yanshu-mail')
    const shown = document && shownIn.get(document)
    if (!document || !block || !shown || block.clientWidth === 0) return
    const before = block.getBoundingClientRect()
    // As it was when it was fitted last: to scale it anew, the browser would have to lay it out twice.
    if (before.width === shown.width && before.height === shown.height) return
    if (wishes.fit !== 'scroll') scaleToWidth(block)
    const { width, height } = block.getBoundingClientRect()
    Object.assign(shown, { width, height })
    const next = Math.min(MAX_HEIGHT, Math.ceil(height))
    document.documentElement.style.setProperty('overflow-y', next === MAX_HEIGHT ? 'auto' : 'hidden', 'important')
    if (frame.style.height === `${next}px`) return
    frame.style.height = `${next}px`
    handlers.onHeight?.(next)
  }
}

function policyOf({ imagePaths = [] }: FrameView): string {
  const paths = imagePaths
    .map((path) => new URL(path, location.origin))
    .map(({ origin, pathname }) => origin + pathname)
  return `img-src data: blob: ${paths.join(' ')}`.trim()
}

/** A sheet that is the same as for the mail before is not parsed again. */
function writeStyle(document: Document, name: string, css: string): void {
  const style = styleElement(document, name)
  if (style.textContent !== css) style.textContent = css
}

function styleElement(document: Document, name: string): HTMLStyleElement {
  const known = document.head.querySelector<HTMLStyleElement>(`style[data-part="${name}"]`)
  if (known) return known
  const style = document.createElement('style')
  style.dataset.part = name
  document.head.append(style)
  return style
}

/** Whether inline styles work at all: they do not when a server sends the application's own policy with the frame. */
function stylesApply(document: Document): boolean {
  return document.head.querySelector<HTMLStyleElement>('style[data-part="base"]')?.sheet != null
}

/** Shrinks a mail that is wider than its frame as far as it stays readable, then lets its widest tables scroll alone. */
function scaleToWidth(block: HTMLElement): void {
  block.style.zoom = ''
  const { clientWidth } = block
  if (clientWidth === 0) return
  let natural = block.scrollWidth
  for (const box of block.querySelectorAll(`.${SCROLL_CLASS}`)) natural = Math.max(natural, box.scrollWidth)
  if (natural <= clientWidth + 1) return
  const scale = Math.max(MIN_SCALE, Math.floor((clientWidth / natural) * 1000) / 1000)
  block.style.zoom = String(scale)
  if (natural * scale > clientWidth + 1) letTablesScroll(block)
}

/** Class of the box in which a table that stays too wide is scrolled, so that the text around it stays where it is. */
const SCROLL_CLASS = 'yanshu-scroll'

function letTablesScroll(block: HTMLElement): void {
  const wide = [...block.querySelectorAll('table')].filter(
    (table) => !table.parentElement?.closest(`table, .${SCROLL_CLASS}`) && table.offsetWidth > block.clientWidth + 1,
  )
  for (const table of wide) {
    const box = block.ownerDocument.createElement('div')
    box.className = SCROLL_CLASS
    box.tabIndex = 0
    table.replaceWith(box)
    box.append(table)
  }
}

/** The link around the place that was clicked; by shape, because elements of the frame are of another window's classes. */
function linkOf({ target }: Event): Element | null {
  if (!target || !('closest' in target) || typeof target.closest !== 'function') return null
  return target.closest('a[href], area[href]')
}

/** Where `#name` points to inside the mail (HTML §7.4.6.4: an id, else the name of an old anchor). */
function anchorOf(link: Element): Element | undefined {
  const raw = link.getAttribute('href')?.slice(1) ?? ''
  const name = safeDecode(raw)
  const places = link.ownerDocument.querySelectorAll('[id], a[name]')
  return [...places].find((place) => place.id === name || place.getAttribute('name') === name)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
