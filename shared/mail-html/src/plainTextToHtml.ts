import { escapeHtml } from '@yanshu/contracts'
import { bareAddresses } from './bareAddresses.ts'

/**
 * Turns the text part of a mail into HTML for {@link renderMailHtml}: escaped, line breaks and spaces kept,
 * `>` levels as nested block quotes (RFC 3676 §4.5), addresses as links.
 */
export function plainTextToHtml(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  let level = 0
  let html = ''
  let paragraph: string[] = []
  for (const line of lines) {
    const { depth, rest } = quoteDepth(line)
    if (depth !== level) {
      flush()
      html += depth > level ? '<blockquote type="cite">'.repeat(depth - level) : '</blockquote>'.repeat(level - depth)
      level = depth
    }
    paragraph.push(linkify(rest))
  }
  flush()
  return html + '</blockquote>'.repeat(level)

  function flush(): void {
    if (paragraph.length > 0) html += `<div style="white-space:pre-wrap">${paragraph.join('<br>')}</div>`
    paragraph = []
  }
}

/** Deeper quoting than this is drawn at this level; a line of ten thousand `>` must not nest ten thousand blocks. */
const MAX_DEPTH = 12

function quoteDepth(line: string): { depth: number; rest: string } {
  const marks = /^(?:> ?)+/.exec(line)?.[0] ?? ''
  const depth = marks.replace(/ /g, '').length
  return { depth: Math.min(depth, MAX_DEPTH), rest: line.slice(marks.length) }
}

function linkify(line: string): string {
  let html = ''
  let last = 0
  for (const { index, address, target } of bareAddresses(line)) {
    html += `${escapeHtml(line.slice(last, index))}<a href="${escapeHtml(target)}">${escapeHtml(address)}</a>`
    last = index + address.length
  }
  return html + escapeHtml(line.slice(last))
}
