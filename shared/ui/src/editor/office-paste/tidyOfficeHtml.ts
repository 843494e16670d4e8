import type { ParserWindow } from '../parserWindow.ts'
import {
  formatsIn,
  isCounted,
  type LevelFormats,
  type ListPlace,
  numberOf,
  placeIn,
  placesOfClasses,
} from './officeList.ts'

/** Whether HTML was written by Word, WPS, Excel, Outlook or a program that writes like them. */
export const isOfficeHtml = (html: string): boolean =>
  /\bmso-|urn:schemas-microsoft-com:office|class=["']?(?:Mso|xl\d)|<o:p\b/i.test(html)

/** What was copied, without what the clipboard adds around it. Rows of a sheet come without their table. */
function fragmentOf(html: string): string {
  const fragment = /<!--StartFragment\s*-->([\s\S]*)<!--EndFragment\s*-->/i.exec(html)?.[1]
  if (fragment === undefined) return html
  return /^\s*<(?:tr|col|td)\b/i.test(fragment) ? `<table>${fragment}</table>` : fragment
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

/** Leaves what is in an element in its place; one by one, because their number is not bounded. */
function unwrap(element: Element): void {
  while (element.firstChild) element.before(element.firstChild)
  element.remove()
}

/** What office programs write for themselves: comments, their own elements, hidden text, remarks beside the text. */
function dropOwnElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    const name = element.localName
    const style = styleOf(element)
    if (
      name === 'xml' ||
      name.startsWith('v:') ||
      element.classList.contains('MsoCommentReference') ||
      /mso-hide:\s*all|mso-element:\s*comment/i.test(style)
    )
      element.remove()
    else if (name.includes(':')) unwrap(element)
  }
  // A line that holds nothing but a space that may not break is an empty line.
  for (const line of body.querySelectorAll('p')) {
    if (/^[\s\u00a0]*$/.test(line.textContent ?? '') && !line.querySelector('img, br, hr')) line.replaceChildren()
  }
}

/** Pictures that the clipboard only names by a file of the writer's machine. They cannot be read. */
function dropLocalPictures(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    if (!/^(?:https?:|data:|blob:|\/)/i.test(picture.getAttribute('src') ?? '')) picture.remove()
  }
}

interface Item {
  readonly line: HTMLElement
  readonly place: ListPlace
  readonly sign: string
}

const SIGN = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'

function itemOf(line: HTMLElement, classes: ReadonlyMap<string, ListPlace>): Item | null {
  const signs = [...line.querySelectorAll(SIGN)]
  const style = styleOf(line)
  if (/mso-list:\s*none/i.test(style)) return null
  const [ofClass] = [...line.classList].flatMap((name) => classes.get(name) ?? [])
  const place = placeIn(style) ?? (signs.length > 0 ? (ofClass ?? { list: 'l', level: 1 }) : null)
  if (!place) return null
  const sign = signs.map((one) => one.textContent ?? '').join('')
  return { line, place, sign: sign.replaceAll(/[\s\u00a0]/g, '') }
}

interface OpenList {
  readonly list: HTMLElement
  readonly place: ListPlace
  last: HTMLElement
}

/** Makes lists of paragraphs that only look like items: each with its place in the style and its sign in the text. */
function makeLists(body: HTMLElement, css: string): void {
  const formats = formatsIn(css)
  const classes = placesOfClasses(css)
  const items = new Map<Element, Item>()
  for (const line of body.querySelectorAll<HTMLElement>('p')) {
    const item = line.closest('li') ? null : itemOf(line, classes)
    if (item) items.set(line, item)
  }
  let open: OpenList[] = []
  let before: Element | null = null
  for (const [line, item] of items) {
    // Items follow each other when nothing stands between them; what was taken before is gone from there.
    if (before === null || line.previousElementSibling !== before || hasTextBetween(before, line)) open = []
    open = place(item, open, formats)
    before = open[0]?.list ?? null
  }
}

function hasTextBetween(before: Element, line: Element): boolean {
  for (let node = before.nextSibling; node && node !== line; node = node.nextSibling) {
    if (node.nodeType === 3 && node.textContent?.trim()) return true
  }
  return false
}

/** Moves an item into the open list of its level, or into a new one; answers the lists that are open then, outermost first. */
function place(item: Item, open: readonly OpenList[], formats: LevelFormats): OpenList[] {
  const { line, place: at, sign } = item
  const [name = ''] = at.list.split(' ')
  const format = formats.get(`${name} ${at.level}`)
  const tag = isCounted(format, sign) ? 'ol' : 'ul'
  const outer = open.filter((one) => one.place.level < at.level)
  const same = open.find((one) => one.place.level === at.level)
  const listItem = line.ownerDocument.createElement('li')
  if (same && same.list.localName === tag && same.place.list === at.list) {
    same.list.append(listItem)
    fill(listItem, line)
    same.last = listItem
    return [...outer, same]
  }
  const list = line.ownerDocument.createElement(tag)
  const number = numberOf(sign, format)
  if (tag === 'ol' && number > 1) list.setAttribute('start', `${number}`)
  const parent = outer.at(-1)
  if (parent) parent.last.append(list)
  else line.before(list)
  list.append(listItem)
  fill(listItem, line)
  return [...outer, { list, place: at, last: listItem }]
}

/** The text of an item without its sign and without the indentation that placed it. */
function fill(listItem: HTMLElement, line: HTMLElement): void {
  for (const sign of line.querySelectorAll(SIGN)) sign.remove()
  const align = /(?:^|;)\s*(text-align:\s*(?:center|right|justify))/i.exec(styleOf(line))?.[1]
  if (align) line.setAttribute('style', align)
  else line.removeAttribute('style')
  // The class of items indents as well; the usual one has the same letters.
  line.className = 'MsoNormal'
  listItem.append(line)
}

/**
 * Makes plain HTML of what an office program writes to the clipboard: real lists of its paragraphs with `mso-list`, no
 * conditional comments, no elements of its own (`o:p`, `v:shape`), no pictures from the writer's disk. Style sheets come
 * along in front, for their pass. What may run is not judged here: the result is as hostile as what came in.
 */
export function tidyOfficeHtml(html: string, window: ParserWindow): string {
  const sheets = html.match(/<style[\s\S]*?<\/style>/gi) ?? []
  const css = sheets.join('\n').replaceAll(/<!--|-->/g, '')
  const text = fragmentOf(html).replace(/<style[\s\S]*?<\/style>/gi, '')
  const { body } = new window.DOMParser().parseFromString(text, 'text/html')
  dropOwnElements(body)
  dropLocalPictures(body)
  makeLists(body, css)
  return `${sheets.join('')}${body.innerHTML}`
}
