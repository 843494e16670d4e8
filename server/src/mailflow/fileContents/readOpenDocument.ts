import { type BlockSink, COLUMNS_MAX } from './fileBlocks.ts'
import { readXml } from './readXml.ts'
import type { ZipFile } from './zipFile.ts'

/** A text, sheet or presentation of OpenDocument. */
export async function readOpenDocument(zip: ZipFile, sink: BlockSink): Promise<void> {
  const content = await zip.read('content.xml')
  if (!content) return
  let text = ''
  let level = 0
  let paragraphs = 0
  let items = 0
  let tables = 0
  let pages = 0
  let row: string[] = []
  let cell: string[] = []
  let repeated = 1
  await readXml(content, {
    open(element, attributes) {
      if (element === 'p' || element === 'h') {
        paragraphs += 1
        level = element === 'h' ? Math.min(Number(attributes['outline-level'] ?? 1) || 1, 6) : 0
      } else if (element === 's') text += ' '.repeat(Math.min(Number(attributes.c ?? 1) || 1, 100))
      else if (element === 'tab') text += '\t'
      else if (element === 'line-break') text += '\n'
      else if (element === 'list-item') items += 1
      else if (element === 'table') {
        tables += 1
        if (tables === 1 && attributes.name) sink.add({ kind: 'part', text: attributes.name })
      } else if (element === 'page') {
        pages += 1
        sink.add({ kind: 'part', text: String(pages) })
      } else if (element === 'table-cell') {
        repeated = Math.min(Number(attributes['number-columns-repeated'] ?? 1) || 1, COLUMNS_MAX)
      }
    },
    text(piece) {
      if (paragraphs > 0) text += piece
    },
    close(element) {
      if (element === 'p' || element === 'h') {
        paragraphs -= 1
        if (tables > 0) cell.push(text)
        else if (level > 0) sink.add({ kind: 'heading', level, text })
        else sink.add({ kind: 'text', text: items > 0 ? `• ${text}` : text })
        text = ''
      } else if (element === 'list-item') items -= 1
      else if ((element === 'table-cell' || element === 'covered-table-cell') && tables === 1) {
        const value = cell.join('\n').trim()
        for (let at = 0; at < (value === '' ? 1 : repeated) && row.length < COLUMNS_MAX; at++) row.push(value)
        cell = []
      } else if (element === 'table-row' && tables === 1) {
        if (row.some((one) => one !== '')) sink.row(row)
        row = []
      } else if (element === 'table') {
        tables -= 1
        if (tables === 0) sink.endTable()
      }
    },
  })
}
