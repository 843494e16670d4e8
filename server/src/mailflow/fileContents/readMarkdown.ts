import type { BlockSink } from './fileBlocks.ts'

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/
const ROW = /^\s*\|(.+)\|\s*$/
const RULE = /^[\s|:-]+$/
const FENCE = /^\s*(?:```|~~~)/

/** Markdown by its lines: headings, paragraphs, items, tables and code. Pages, links and pictures in it stay text. */
export function readMarkdown(text: string, sink: BlockSink): void {
  let paragraph: string[] = []
  let code: string[] | null = null
  const end = () => {
    if (paragraph.length > 0) sink.add({ kind: 'text', text: paragraph.join('\n') })
    sink.endTable()
    paragraph = []
  }
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)
    const row = ROW.exec(line)?.[1]
    if (FENCE.test(line)) {
      if (code) sink.add({ kind: 'code', text: code.join('\n') })
      else end()
      code = code ? null : []
    } else if (code) code.push(line)
    else if (heading) {
      end()
      sink.add({ kind: 'heading', level: heading[1]?.length ?? 1, text: plain(heading[2] ?? '') })
    } else if (row !== undefined) {
      if (paragraph.length > 0) end()
      const cells = row.split('|').map((cell) => plain(cell.trim()))
      if (!RULE.test(row)) sink.row(cells)
    } else if (line.trim() === '') end()
    else {
      sink.endTable()
      paragraph.push(plain(line.replace(ITEM, '• ')))
    }
  }
  if (code) sink.add({ kind: 'code', text: code.join('\n') })
  end()
}

/** Without the marks of bold, italic and code. */
const plain = (text: string): string => text.replaceAll(/(\*\*|__|`)(?=\S)(.+?)\1/g, '$2')
