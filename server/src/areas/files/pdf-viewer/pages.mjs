// The pages of a PDF file one below the other. Those near to what is seen are drawn, the others are empty paper.
import { AnnotationMode, TextLayer } from './pdf.mjs'

/** Pixels of one drawn page; a larger one is drawn less sharp. */
const PIXELS_MAX = 16_000_000
const SHARPNESS_MAX = 2
const PAGES_MAX = 10_000
const SCALE_MIN = 0.1
const SCALE_MAX = 8
const ZOOM_MIN = 0.25
const ZOOM_MAX = 8
/** The scale at which a page fills a wide window no further. */
const FIT_MAX = 1.5
const EDGE = 16

export class Pages {
  #file
  #root
  #on
  #sections = []
  /** What was drawn of a page: its strings and the elements that they stand in. */
  #drawn = new Map()
  #near = new Set()
  #zoom = 1
  #width = 1
  #drawing = Promise.resolve()
  /** Counts up when all pages are drawn anew. */
  #round = 0

  /**
   * @param file the document of pdf.js
   * @param {HTMLElement} root
   * @param {{ label: (page: number) => string, onPage: (page: number) => void, onLink: (url: string) => void,
   *   onDrawn: (page: number) => void }} on
   */
  constructor(file, root, on) {
    this.#file = file
    this.#root = root
    this.#on = on
  }

  get count() {
    return Math.min(this.#file.numPages, PAGES_MAX)
  }

  /** Arranges the pages; the first one gives their size until each is read. */
  async show() {
    const { width, height } = (await this.#file.getPage(1)).getViewport({ scale: 1 })
    this.#width = width
    for (let page = 1; page <= this.count; page++) {
      const section = document.createElement('section')
      section.className = 'page'
      section.setAttribute('aria-label', this.#on.label(page))
      section.dataset.page = String(page)
      this.#size(section, { width, height })
      this.#sections.push(section)
    }
    this.#root.append(...this.#sections)
    this.#fit()
    const near = new IntersectionObserver((entries) => this.#see(entries), { root: document, rootMargin: '100% 0px' })
    for (const section of this.#sections) near.observe(section)
    addEventListener('resize', () => this.#again())
    addEventListener('scroll', () => this.#on.onPage(this.page), { passive: true })
  }

  /** The page that most of the window shows. */
  get page() {
    const middle = scrollY + innerHeight / 2
    let low = 0
    let high = this.#sections.length - 1
    while (low < high) {
      const at = Math.ceil((low + high) / 2)
      if (this.#sections[at].offsetTop <= middle) low = at
      else high = at - 1
    }
    return low + 1
  }

  go(page) {
    this.#sections[Math.min(Math.max(1, page), this.count) - 1]?.scrollIntoView({ block: 'start' })
  }

  /** Larger or smaller by a factor; 0 for the width of the window. */
  zoom(by) {
    const { page } = this
    this.#zoom = by === 0 ? 1 : Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, this.#zoom * by))
    this.#again()
    this.go(page)
  }

  /** The strings of a drawn page and their text nodes; undefined for one that is not drawn. */
  drawn(page) {
    return this.#drawn.get(page)
  }

  /** The strings of a page, in the order in which they stand in the file. */
  async strings(page) {
    const { items } = await (await this.#file.getPage(page)).getTextContent()
    return items.flatMap((item) => (typeof item.str === 'string' ? [item.str] : []))
  }

  #size(section, { width, height }) {
    section.style.setProperty('--width', String(width))
    section.style.setProperty('--height', String(height))
  }

  #fit() {
    const fitting = Math.min(FIT_MAX, (document.documentElement.clientWidth - EDGE) / this.#width)
    const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, fitting * this.#zoom))
    this.#root.style.setProperty('--scale', String(scale))
    return scale
  }

  #again() {
    this.#fit()
    this.#round++
    for (const page of this.#near) this.#ask(page)
  }

  #see(entries) {
    for (const { target, isIntersecting } of entries) {
      const page = Number(target.dataset.page)
      if (isIntersecting) {
        this.#near.add(page)
        this.#ask(page)
      } else {
        this.#near.delete(page)
        this.#drawn.delete(page)
        target.replaceChildren()
      }
    }
  }

  /** Pages are drawn one after the other, so that the window stays usable. One that went out of sight is left out. */
  #ask(page) {
    const round = this.#round
    this.#drawing = this.#drawing
      .then(() => (round === this.#round && this.#near.has(page) ? this.#draw(page, round) : undefined))
      // A damaged page stays empty; the others are shown.
      .catch(() => undefined)
  }

  async #draw(number, round) {
    const page = await this.#file.getPage(number)
    const section = this.#sections[number - 1]
    this.#size(section, page.getViewport({ scale: 1 }))
    const viewport = page.getViewport({ scale: this.#fit() })
    const area = Math.max(1, viewport.width * viewport.height)
    const sharp = Math.min(devicePixelRatio, SHARPNESS_MAX, Math.sqrt(PIXELS_MAX / area))
    const sharper = page.getViewport({ scale: viewport.scale * sharp })
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.floor(sharper.width))
    canvas.height = Math.max(1, Math.floor(sharper.height))
    canvas.setAttribute('aria-hidden', 'true')
    await page.render({ canvas, viewport: sharper, annotationMode: AnnotationMode.ENABLE }).promise
    const text = document.createElement('div')
    text.className = 'text'
    const layer = new TextLayer({ textContentSource: await page.getTextContent(), container: text, viewport })
    await layer.render()
    const links = await this.#links(page, viewport)
    if (round !== this.#round || !this.#near.has(number)) return
    section.replaceChildren(canvas, text, ...links)
    this.#drawn.set(number, {
      strings: layer.textContentItemsStr,
      nodes: layer.textDivs.map((element) => element.firstChild),
    })
    this.#on.onDrawn(number)
  }

  /** What a page links to: addresses, which the application opens by its page of warning, and places of this file. */
  async #links(page, viewport) {
    const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link')
    return links.flatMap(({ rect, url, dest }) => {
      if (!url && !dest) return []
      const link = document.createElement('a')
      const [x1, y1] = viewport.convertToViewportPoint(rect[0], rect[1])
      const [x2, y2] = viewport.convertToViewportPoint(rect[2], rect[3])
      const part = (length, whole) => `${(100 * length) / whole}%`
      link.style.left = part(Math.min(x1, x2), viewport.width)
      link.style.top = part(Math.min(y1, y2), viewport.height)
      link.style.width = part(Math.abs(x1 - x2), viewport.width)
      link.style.height = part(Math.abs(y1 - y2), viewport.height)
      link.href = '#'
      link.setAttribute('aria-label', url ?? this.#on.label(page.pageNumber))
      if (url) link.title = url
      link.addEventListener('click', (event) => {
        event.preventDefault()
        if (url) this.#on.onLink(url)
        else void this.#follow(dest)
      })
      return [link]
    })
  }

  async #follow(dest) {
    const [place] = (typeof dest === 'string' ? await this.#file.getDestination(dest) : dest) ?? []
    const index = typeof place === 'number' ? place : place && (await this.#file.getPageIndex(place))
    if (Number.isInteger(index)) this.go(index + 1)
  }
}
