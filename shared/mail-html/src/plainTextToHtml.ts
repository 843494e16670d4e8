/** Web and mail addresses in running text. Chinese punctuation and Han characters end an address: nobody leaves a space there. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`\u3000-\u303f\uff00-\uffef\u2018-\u201f\p{Script=Han}]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu

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
  for (const match of line.matchAll(ADDRESS)) {
    const address = withoutTrailingPunctuation(match[0])
    html += `${escapeHtml(line.slice(last, match.index))}<a href="${escapeHtml(targetOf(address))}">${escapeHtml(address)}</a>`
    last = match.index + address.length
  }
  return html + escapeHtml(line.slice(last))
}

/** A full stop or bracket that closes the sentence is not the address's; a bracket opened inside the address is. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length
  while (end > 0) {
    const char = address[end - 1] ?? ''
    const balanced = char === ')' && count(address.slice(0, end), '(') >= count(address.slice(0, end), ')')
    if (!/[.,;:!?)\]}'"*_~]/.test(char) || balanced) break
    end -= 1
  }
  return address.slice(0, end)
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}

function targetOf(address: string): string {
  if (/^https?:/i.test(address)) return address
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
