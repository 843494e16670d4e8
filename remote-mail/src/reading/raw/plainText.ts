/** What no reader sees. */
const NO_TEXT = 'style, script, title, template, noscript'
/** What begins and ends a line, and what stands apart by an empty one. */
const LINES = 'address, article, dd, div, dt, figure, footer, form, header, hr, li, pre, section, tr'
const APART = 'blockquote, dl, h1, h2, h3, h4, h5, h6, ol, p, table, ul'
const LINE_END = '\u2028'
const PARAGRAPH_END = '\u2029'

/**
 * The words of an HTML document without its styles. It is changed, so it must be shown nowhere.
 * @param document parsed, never shown
 */
export function plainTextOf(document: Document): string {
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove()
  // A line break of the source is a blank; those of the document come after that.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isKept = node.parentElement?.closest('pre')
    node.textContent = (node.textContent ?? '').replace(isKept ? /[\u2028\u2029]/g : /[ \t\r\n\u2028\u2029]+/g, ' ')
  }
  for (const line of document.querySelectorAll('br')) line.replaceWith('\n')
  for (const cell of document.querySelectorAll('td + td, th + td, th + th')) cell.before('\t')
  for (const [blocks, end] of [
    [LINES, LINE_END],
    [APART, PARAGRAPH_END],
  ] as const) {
    for (const block of document.querySelectorAll(blocks)) {
      block.before(end)
      block.after(end)
    }
  }
  return (document.body.textContent ?? '').replace(/\s+/g, lineEnds).trim()
}

/** Of blanks that have the ends of blocks in them these alone stay. */
const lineEnds = (blanks: string): string =>
  blanks.includes(PARAGRAPH_END) ? '\n\n' : blanks.includes(LINE_END) ? '\n' : blanks
