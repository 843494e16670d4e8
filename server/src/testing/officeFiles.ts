import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A ZIP file of these entries, compressed. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relations = (targets: Readonly<Record<string, string>>) =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}" Type="t"/>`)
    .join('')}</Relationships>`

/** A Word document. @param body what stands in `w:body` */
export const wordFile = (body: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': `${HEAD}<Types/>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  })

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`

/** A workbook of one sheet. @param rows what stands in `sheetData` */
export const sheetFile = (name: string, shared: readonly string[], rows: string): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml': `${HEAD}<workbook xmlns:r="r"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({ rId1: 'worksheets/sheet1.xml' }),
    'xl/sharedStrings.xml': `${HEAD}<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })

/** A presentation, a slide for each text. */
export const slidesFile = (texts: readonly string[]): Promise<Buffer> => {
  const slides = texts.map((text, at) => [
    `ppt/slides/slide${at + 1}.xml`,
    `${HEAD}<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`,
  ])
  return zipOf({
    'ppt/presentation.xml': `${HEAD}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${texts
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(texts.map((_, at) => [`rId${at + 1}`, `slides/slide${at + 1}.xml`])),
    ),
    ...Object.fromEntries(slides),
  })
}

/** A text of OpenDocument. @param body what stands in `office:text` */
export const openDocumentFile = (body: string): Promise<Buffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${HEAD}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  })

/** A font of Chinese that is not in the file, as programs of China write: its characters are named by a table of Adobe. */
const SONG = [
  '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0',
  '/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/FontDescriptor<<',
  '/Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120',
  '/CapHeight 700/StemV 80>>>>]>>',
].join('')

/** A text as a PDF file has it: letters of ASCII as they are, others as UCS-2 in the font of Chinese. */
const shownInPdf = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? `/F1 12 Tf 72 720 Td (${text}) Tj`
    : `/F2 12 Tf 72 720 Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj`

/** A PDF file, a page for each text; each of them links to an address where one is given. */
export function pdfFile(pages: readonly string[], link?: string): Buffer {
  const links = link ? `/Annots[<</Type/Annot/Subtype/Link/Rect[72 700 300 740]/A<</S/URI/URI(${link})>>>>]` : ''
  const objects: string[] = []
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  objects.push('<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  objects.push('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  for (const [at, text] of pages.entries()) {
    const content = `BT ${shownInPdf(text)} ET`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${links}/Resources<</Font<</F1 3 0 R/F2 ${SONG}>>>>/Contents ${5 + at * 2} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    )
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj${object}endobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}
