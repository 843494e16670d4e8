import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import {
  openDocumentFile,
  paragraph,
  pdfFile,
  sheetFile,
  slidesFile,
  wordFile,
  zipOf,
} from '../../testing/officeFiles.ts'
import { textOfBlocks } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { readFile } from './readFile.ts'
import { openZip, UnpackedTooLargeError } from './zipFile.ts'

const textOf = async (bytes: Buffer, name = 'a') => textOfBlocks((await readFile(bytes, name)).blocks)

describe('what stands in files', () => {
  test('a Word document: headings, items, tables, heads and notes, and no deleted text', async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph('项目')}</w:tc><w:tc>${paragraph('金额')}</w:tc></w:tr></w:tbl>`
    const deleted = '<w:p><w:del><w:r><w:delText>作废</w:delText></w:r></w:del></w:p>'
    const item = '<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>第一项</w:t></w:r></w:p>'
    const bytes = await wordFile(
      `${paragraph('采购合同', 'Heading1')}${item}${table}${deleted}${paragraph('a &amp; b')}`,
      {
        'word/header1.xml': `<w:hdr xmlns:w="w">${paragraph('内部')}</w:hdr>`,
      },
    )
    expect(await readFile(bytes, 'a.docx')).toEqual({
      isCut: false,
      blocks: [
        { kind: 'heading', level: 1, text: '采购合同' },
        { kind: 'text', text: '• 第一项' },
        { kind: 'table', rows: [['项目', '金额']] },
        { kind: 'text', text: 'a & b' },
        { kind: 'text', text: '内部' },
      ],
    })
  })

  test('a workbook: shared texts, numbers, dates, gaps, and formulas by what they last showed', async () => {
    const rows = `<row><c r="A1" t="s"><v>0</v></c><c r="C1"><v>12.5</v></c><c r="D1" s="1"><v>46000</v></c></row>
      <row><c r="A2" t="str"><f>WEBSERVICE("http://x.example")</f><v>合计</v></c></row>`
    expect((await readFile(await sheetFile('预算', ['张伟'], rows), 'a.xlsx')).blocks).toEqual([
      { kind: 'part', text: '预算' },
      { kind: 'table', rows: [['张伟', '', '12.5', '2025-12-09'], ['合计']] },
    ])
  })

  test('a presentation in its order, an OpenDocument text, a PDF file, a page, and text of GB 18030', async () => {
    expect(await textOf(await slidesFile(['路线图', '里程碑']))).toBe('1\n路线图\n2\n里程碑')
    const body = '<text:h text:outline-level="2">标题</text:h><text:p>一<text:s text:c="2"/>二</text:p>'
    expect(await textOf(await openDocumentFile(body))).toBe('标题\n一  二')
    expect(await textOf(pdfFile(['Budget plan', 'Second page']))).toBe('1\nBudget plan\n2\nSecond page')
    expect(await textOf(pdfFile(['付款期限为三十天']))).toBe('1\n付款期限为三十天')
    const page = Buffer.from('<script>alert(1)</script><p>网页正文</p>')
    expect(await textOf(page, 'a.html')).toBe('网页正文')
    expect(await textOf(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), 'a.txt')).toBe('中文')
  })

  test('given hostile files, then each is refused or read up to its limit, and nothing is followed', async () => {
    const entity =
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:p><w:t>&x;</w:t></w:p></w:document>'
    const deep = `${'<w:p>'.repeat(5_000)}${'</w:p>'.repeat(5_000)}`
    const refused = [
      await zipOf({ 'word/document.xml': entity }),
      await wordFile(deep),
      await zipOf({ 'a.exe': 'MZ' }),
      Buffer.from('PK\x03\x04 and no more'),
      Buffer.from('%PDF-1.7 and no more'),
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]),
    ]
    for (const bytes of refused) await expect(readFile(bytes, 'a.docx')).rejects.toThrow(FileUnreadableError)
    // 65 MB of spaces in 64 kB are not unpacked.
    const bomb = await (await openZip(await zipOf({ a: ' '.repeat(65 * 1_024 * 1_024) }))).read('a')
    await expect(buffer(bomb ?? Readable.from([]))).rejects.toThrow(UnpackedTooLargeError)
    const long = await readFile(await wordFile(paragraph('很长的一段话').repeat(60_000)), 'a.docx')
    expect(long.isCut).toBe(true)
    expect(textOfBlocks(long.blocks).length).toBeLessThanOrEqual(200_000)
    // An archive cannot lead out of itself.
    const outside = await zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="1" TargetMode="External" Target="http://x.example/a.xml"/></Relationships>',
    })
    expect((await readFile(outside, 'a.xlsx')).blocks).toEqual([])
  })
})
