import { Tokenizer } from 'htmlparser2'
import { MAX_HTML_CHARACTERS } from './limits.ts'

export interface HtmlTextOptions {
  /** Characters of text after which reading stops. */
  readonly maxLength?: number
  /** Leave out what a reply quotes (blockquote and the quote containers of common clients). */
  readonly skipQuotes?: boolean
}

/** Elements whose content is never shown, or is no text. */
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'math', 'object', 'select'])
/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
const VOIDS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that the next one of the same name closes. */
const SELF_CLOSING = new Set(['p', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'option'])
const QUOTE_CLASS = /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|OutlookMessageHeader)(?:\s|$)/
const HIDDEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|!|$)|max-height\s*:\s*0(?:px)?\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$))/i

/** Blanks of preformatted text, as noncharacters until {@link tidyText} has collapsed the others. */
const KEPT_SPACE = '\ufdd0'
const KEPT_TAB = '\ufdd1'

/**
 * The text of an HTML mail for previews and search: blocks become lines, cells become tabs, entities characters;
 * preformatted text keeps its blanks; scripts, styles, hidden preheaders and their padding are left out. Time grows with the length of the HTML alone,
 * whatever its nesting; what lies behind {@link MAX_HTML_CHARACTERS} is not read.
 */
export function htmlToText(html: string, options: HtmlTextOptions = {}): string {
  const source = html.length > MAX_HTML_CHARACTERS ? html.slice(0, MAX_HTML_CHARACTERS) : html
  const limit = Math.min(options.maxLength ?? MAX_HTML_CHARACTERS, MAX_HTML_CHARACTERS)
  const pieces: string[] = []
  let length = 0
  // Element that is being left out, and how many of its name are open inside it.
  let skipped = ''
  let skippedDepth = 0
  let tag = ''
  let attribute = ''
  let value = ''
  let hidden = false
  let preformatted = 0
  let keepsBlanks = false

  const addText = (text: string) => {
    if (preformatted === 0) return add(text.replace(/[ \t\r\n\f]+/g, ' '))
    keepsBlanks = true
    add(text.replace(/[ \u00a0]/g, KEPT_SPACE).replaceAll('\t', KEPT_TAB))
  }
  const add = (text: string) => {
    pieces.push(text)
    length += text.length
    if (length > limit * 2 + 1_000) tokenizer.pause()
  }
  const openTag = () => {
    if (skipped) {
      if (tag === skipped) {
        if (!SELF_CLOSING.has(tag)) {
          skippedDepth++
          return
        }
        skipped = ''
      } else if (!(skipped === 'head' && tag === 'body')) return
      else skipped = ''
    }
    const quote = options.skipQuotes && tag === 'blockquote'
    if ((hidden || quote || SILENT.has(tag)) && !VOIDS.has(tag)) {
      skipped = tag
      skippedDepth = 1
      return
    }
    if (tag === 'br') add('\n')
    else if (tag === 'td' || tag === 'th') add('\t')
    else if (BLOCKS.has(tag)) add('\n')
    if (tag === 'pre') preformatted++
  }
  const closeTag = (name: string) => {
    if (skipped) {
      if (name === skipped && --skippedDepth === 0) skipped = ''
      return
    }
    if (BLOCKS.has(name)) add('\n')
    if (name === 'pre' && preformatted > 0) preformatted--
  }

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = source.slice(start, end).toLowerCase()
        hidden = false
      },
      onattribname(start, end) {
        attribute = source.slice(start, Math.min(end, start + 20)).toLowerCase()
        value = ''
        if (attribute === 'hidden') hidden = true
      },
      onattribdata(start, end) {
        if ((attribute === 'style' || attribute === 'class') && value.length < 2_000) {
          value += source.slice(start, Math.min(end, start + 2_000))
        }
      },
      onattribentity(codePoint) {
        if (value.length < 2_000) value += String.fromCodePoint(codePoint)
      },
      onattribend() {
        if (attribute === 'style' && HIDDEN_STYLE.test(value)) hidden = true
        if (attribute === 'class' && options.skipQuotes && QUOTE_CLASS.test(value)) hidden = true
      },
      onopentagend: openTag,
      onselfclosingtag() {
        // HTML ignores the slash on everything that is not void.
        openTag()
      },
      onclosetag(start, end) {
        closeTag(source.slice(start, end).trim().toLowerCase())
      },
      ontext(start, end) {
        if (skipped) return
        addText(source.slice(start, end))
      },
      ontextentity(codePoint) {
        if (skipped) return
        const character = String.fromCodePoint(codePoint)
        if (preformatted > 0) addText(character)
        else add(character)
      },
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(source)
  // A paused tokenizer has all the text that was asked for; ending it would read on.
  if (tokenizer.running) tokenizer.end()
  const tidied = tidyText(pieces.join(''))
  return (keepsBlanks ? withBlanks(tidied) : tidied).slice(0, limit).toWellFormed()
}

/** Puts the blanks of preformatted text back, except at the ends of lines. */
const withBlanks = (text: string): string =>
  text
    .replaceAll(KEPT_SPACE, ' ')
    .replaceAll(KEPT_TAB, '\t')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

const LONE_JOINER =
  /(?<!\p{Extended_Pictographic}|\ufe0f|\p{L}|\p{M})(?:\u200c|\u200d)|(?:\u200c|\u200d)(?!\p{Extended_Pictographic}|\p{L}|\p{M})/gu

/** Collapses blanks and empty lines, and drops the invisible padding that newsletters put behind their preheader. */
export function tidyText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
      // A joiner is meaningful only behind an emoji or inside a script that joins; padding stands among blanks.
      .replace(/\u034f|[\u200b\u2060\ufeff\u00ad\u200e\u200f]/g, '')
      .replace(LONE_JOINER, '')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\t[ \t]*/g, '\t')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
