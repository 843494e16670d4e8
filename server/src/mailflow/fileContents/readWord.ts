import type { BlockSink } from './fileBlocks.ts'
import { readXml } from './readXml.ts'
import type { ZipFile } from './zipFile.ts'

/** Besides the text itself: heads, feet and notes. */
const FURTHER = /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/
const HEADING = /^(?:heading|标题|titre|überschrift)?\s*([1-6])$/i

/** A Word document: paragraphs, headings, list items and tables. Deleted text and field codes are left out. */
export async function readWord(zip: ZipFile, sink: BlockSink): Promise<void> {
  await readPart(zip, 'word/document.xml', sink)
  for (const name of zip.names.filter((one) => FURTHER.test(one))) await readPart(zip, name, sink)
}

async function readPart(zip: ZipFile, name: string, sink: BlockSink): Promise<void> {
  const content = await zip.read(name)
  if (!content) return
  let text = ''
  let isText = false
  let style = ''
  let isItem = false
  /** Elements that repeat what stands before them. */
  let skipped = 0
  /** Tables inside of each other: one in a cell is text of that cell. */
  let tables = 0
  let row: string[] = []
  let cell: string[] = []
  const endParagraph = () => {
    const level = Number(HEADING.exec(style)?.[1] ?? (/^title$/i.test(style) ? 1 : 0))
    if (tables > 0) cell.push(text)
    else if (level > 0) sink.add({ kind: 'heading', level, text })
    else sink.add({ kind: 'text', text: isItem ? `• ${text}` : text })
    text = ''
    style = ''
    isItem = false
  }
  await readXml(content, {
    open(element, attributes) {
      if (element === 'Fallback') skipped += 1
      else if (element === 't') isText = true
      else if (element === 'tab') text += '\t'
      else if (element === 'br' || element === 'cr') text += '\n'
      else if (element === 'pStyle') style = attributes.val ?? ''
      else if (element === 'numPr') isItem = true
      else if (element === 'tbl') tables += 1
    },
    text(piece) {
      if (isText && skipped === 0) text += piece
    },
    close(element) {
      if (element === 'Fallback') skipped -= 1
      else if (element === 't') isText = false
      else if (element === 'p' && skipped === 0) endParagraph()
      else if (element === 'tc' && tables === 1) {
        row.push(cell.join('\n').trim())
        cell = []
      } else if (element === 'tr' && tables === 1) {
        sink.row(row)
        row = []
      } else if (element === 'tbl') {
        tables -= 1
        if (tables === 0) sink.endTable()
      }
    },
  })
}
