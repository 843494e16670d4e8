import { Parser } from 'htmlparser2'
import { tidyText } from '../../mime/html-text.ts'

/** What the rules ask of the HTML of a mail. */
export interface HtmlFacts {
  readonly links: readonly { readonly text: string; readonly href: string }[]
  readonly hidden: readonly string[]
  /** The text that a reader sees, blocks on lines of their own. */
  readonly seen: string
  readonly forms: number
  readonly passwordFields: number
  readonly scripts: number
  /** What its pictures say in place of themselves (`alt`). */
  readonly pictureTexts: readonly string[]
  readonly pictures: number
}

/** Characters that are read; a mail of this length is no letter of a person. */
const HTML_MAX = 512 * 1_024
const LINKS_MAX = 300
const HIDDEN_MAX = 20
const PICTURE_TEXTS_MAX = 20
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|mso-hide\s*:\s*all/i
const COLOUR = /(?:^|;)\s*color\s*:\s*([^;!]+)/i
const GROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const VOIDS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const SILENT = new Set(['script', 'style', 'title', 'head'])

/** An element that is open. */
interface Opened {
  readonly name: string
  readonly hides: boolean
  /** The ground that its text stands on, null for that of the page, which is white. */
  readonly ground: string | null
}

/** Reads links, seen and hidden text and forms in one pass. Pale text on a pale ground counts as hidden. */
export function readHtml(html: string | null): HtmlFacts {
  const links: { text: string; href: string }[] = []
  const hidden: string[] = []
  const seen: string[] = []
  let forms = 0
  let passwordFields = 0
  let scripts = 0
  let pictures = 0
  const pictureTexts: string[] = []
  if (html === null) return { links, hidden, seen: '', forms, passwordFields, scripts, pictureTexts, pictures }
  const open: Opened[] = []
  let hiding = 0
  let silent = 0
  let link: { text: string; href: string } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'form') forms += 1
      if (name === 'input' && attributes.type?.toLowerCase() === 'password') passwordFields += 1
      if (name === 'script') scripts += 1
      if (name === 'img' || name === 'image') {
        pictures += 1
        const alt = attributes.alt?.trim()
        if (alt && pictureTexts.length < PICTURE_TEXTS_MAX) pictureTexts.push(alt.slice(0, 500))
      }
      if (name === 'area' && attributes.href && links.length < LINKS_MAX)
        links.push({ text: '', href: attributes.href.trim().slice(0, 2_000) })
      if (name === 'a' && attributes.href) link = { text: '', href: attributes.href.trim() }
      if (name === 'br' || BLOCKS.has(name)) seen.push('\n')
      if (VOIDS.has(name)) return
      const ground = groundOf(attributes) ?? open.at(-1)?.ground ?? null
      const hides = hidesText(attributes, ground)
      open.push({ name, hides, ground })
      if (hides) hiding += 1
      if (SILENT.has(name)) silent += 1
    },
    ontext(text) {
      if (silent > 0) return
      if (hiding > 0) {
        if (text.trim().length > 1 && hidden.length < HIDDEN_MAX) hidden.push(text.trim().slice(0, 200))
        return
      }
      seen.push(text.replaceAll(/\s+/g, ' '))
      if (link) link.text += text
    },
    onclosetag(name) {
      if (BLOCKS.has(name)) seen.push('\n')
      if (name === 'a' && link) {
        if (links.length < LINKS_MAX)
          links.push({ text: link.text.trim().slice(0, 300), href: link.href.slice(0, 2_000) })
        link = null
      }
      const at = open.findLastIndex((one) => one.name === name)
      if (at < 0) return
      for (const one of open.splice(at)) {
        if (one.hides) hiding -= 1
        if (SILENT.has(one.name)) silent -= 1
      }
    },
  })
  parser.write(html.slice(0, HTML_MAX))
  parser.end()
  return { links, hidden, seen: tidyText(seen.join('')), forms, passwordFields, scripts, pictureTexts, pictures }
}

type Attributes = Readonly<Record<string, string>>

/** The colour of the ground that an element sets; null where that of what it stands in shows through. */
function groundOf({ style = '', bgcolor }: Attributes): string | null {
  const ground = (GROUND.exec(style)?.[1] ?? bgcolor)?.trim().toLowerCase()
  return ground === undefined || /^(?:transparent|none|inherit|initial|unset)\b/.test(ground) ? null : ground
}

function hidesText({ style = '', color, hidden }: Attributes, ground: string | null): boolean {
  if (hidden !== undefined || HIDING.test(style)) return true
  const colour = (COLOUR.exec(style)?.[1] ?? color)?.trim().toLowerCase()
  if (colour === undefined) return false
  return colour === 'transparent' || colour === ground || (isPale(colour) && (ground === null || isPale(ground)))
}

/** The least of red, green and blue of a colour that is hardly distinguished from white. */
const PALE_FROM = 0xf0

function isPale(colour: string): boolean {
  if (/^(?:white|snow|ivory)\b/.test(colour)) return true
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])\b/
    .exec(colour)
    ?.slice(1)
    .map((digit) => `0x${digit}${digit}`)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/
    .exec(colour)
    ?.slice(1)
    .map((digits) => `0x${digits}`)
  const parts = long ?? short ?? /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(colour)?.slice(1)
  return parts?.every((part) => Number(part) >= PALE_FROM) ?? false
}
