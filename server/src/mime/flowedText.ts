/**
 * Joins the soft line breaks of `format=flowed` (RFC 3676): a line that ends in a blank goes on in the next one of
 * the same quote depth. The signature separator `-- ` is a line of its own.
 *
 * @param delSp whether the blank before a soft break was added and goes with it, as languages without blanks need
 */
export function joinFlowedText(text: string, delSp: boolean): string {
  const paragraphs: string[] = []
  let open: { depth: number; pieces: string[] } | null = null
  const close = () => {
    if (open) paragraphs.push(quotePrefix(open.depth) + open.pieces.join(''))
    open = null
  }
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0
    const stuffed = line.slice(quotes)
    const content = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed
    if (open && open.depth !== quotes) close()
    const signature = content === '-- '
    if (signature) close()
    const flows = content.endsWith(' ') && !signature
    open ??= { depth: quotes, pieces: [] }
    open.pieces.push(flows && delSp ? content.slice(0, -1) : content)
    if (!flows) close()
  }
  close()
  return paragraphs.join('\n')
}

function quotePrefix(depth: number): string {
  return depth > 0 ? `${'>'.repeat(depth)} ` : ''
}
