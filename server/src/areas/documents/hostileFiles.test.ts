import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FilePreview, filePreview } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import {
  openDocumentFile,
  paragraph,
  pdfFile,
  sheetFile,
  slidesFile,
  wordFile,
  zipOf,
} from '../../testing/officeFiles.ts'
import { compoundFile, msgProperties, msgTexts } from '../../testing/outlookFiles.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let wei: TestClient
let outside: Server
/** What was asked for of a server that files name. */
const asked: string[] = []
let away = ''

beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  server = await startTestServer({ engine: 'sqlite', still: true })
  wei = await server.as(await server.addUser('zhang.wei'))
  for (const name of ['netdiskEnable', 'previewEnable'] as const) {
    await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
  }
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => outside.close(resolve))
})

interface Case {
  readonly name: string
  readonly content: () => Buffer | string | Promise<Buffer>
  readonly kind: FilePreview['kind']
  /** Texts that are shown. */
  readonly shows?: readonly string[]
  /** What is not among what is answered. */
  readonly hides?: readonly string[]
}

const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const relation = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`
const entity = (system: string) =>
  `<!DOCTYPE a [<!ENTITY x SYSTEM "${system}">]><w:document><w:p><w:t>&x;</w:t></w:p></w:document>`
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1 < 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><w:document><w:p><w:t>&a19;</w:t></w:p></w:document>`
const OLD_OFFICE = () => compoundFile({ WordDocument: Buffer.alloc(6_000), Macros: { VBA: Buffer.from('AutoOpen') } })

/** What each file shows, by its bytes and not by its name. */
const CASES: readonly Case[] = [
  // Honest ones.
  { name: 'a.png', content: () => bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0]), kind: 'picture' },
  { name: 'a.gif', content: () => bytes('GIF89a', [2, 0, 1, 0, 0, 0, 0]), kind: 'picture' },
  { name: 'a.pdf', content: () => pdfFile(['Budget']), kind: 'pdf' },
  { name: 'a.mp3', content: () => 'ID3 and more', kind: 'audio' },
  { name: 'a.webm', content: () => bytes([0x1a, 0x45, 0xdf, 0xa3], 'webm'), kind: 'video' },
  { name: '合同.docx', content: () => wordFile(paragraph('第一条')), kind: 'blocks', shows: ['第一条'] },
  { name: '预算.xlsx', content: () => sheetFile('预算', ['张伟'], '<row><c r="A1" t="s"><v>0</v></c></row>'), kind: 'blocks', shows: ['张伟', '预算'] },
  { name: '路线.pptx', content: () => slidesFile(['里程碑']), kind: 'blocks', shows: ['里程碑'] },
  { name: '稿.odt', content: () => openDocumentFile('<text:p>正文</text:p>'), kind: 'blocks', shows: ['正文'] },
  { name: '国标.txt', content: () => Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), kind: 'blocks', shows: ['中文'] },
  { name: '宽.txt', content: () => Buffer.from('\ufeff宽字符', 'utf16le'), kind: 'blocks', shows: ['宽字符'] },
  { name: 'a.md', content: () => '# 标题', kind: 'blocks', shows: ['标题'] },
  { name: 'a.csv', content: () => '姓名,数\n张伟,1', kind: 'blocks', shows: ['张伟'] },
  { name: 'a.eml', content: () => 'From: a@x.example\r\nSubject: hello\r\n\r\ntext', kind: 'blocks', shows: ['hello', 'text'] },
  { name: 'a.ics', content: () => 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:评审\r\nEND:VEVENT\r\nEND:VCALENDAR', kind: 'blocks', shows: ['评审'] },
  { name: 'a.vcf', content: () => 'BEGIN:VCARD\r\nFN:张伟\r\nEND:VCARD', kind: 'blocks', shows: ['张伟'] },
  { name: 'a.zip', content: () => zipOf({ '报告/一.txt': 'abc' }), kind: 'blocks', shows: ['报告/一.txt'] },
  {
    name: 'a.msg',
    content: () => compoundFile({ '__properties_version1.0': msgProperties(32, []), ...msgTexts({ '0037': '纪要' }) }),
    kind: 'blocks',
    shows: ['纪要'],
  },
  { name: 'source.ts', content: () => 'if (a < b) {}', kind: 'blocks', shows: ['if (a < b) {}'] },
  // A name that lies.
  { name: '图.png', content: () => '<script>alert(1)</script>页', kind: 'blocks' },
  { name: 'a.pdf', content: () => '<html><body onload=alert(1)>正文</body></html>', kind: 'blocks' },
  { name: 'a.txt', content: () => bytes('GIF89a', [2, 0, 1, 0, 0, 0, 0]), kind: 'picture' },
  { name: 'a.docx', content: () => pdfFile(['Budget']), kind: 'pdf' },
  { name: 'a.docx', content: () => 'MZ\x90\0 program', kind: 'none' },
  // What would act, or call out.
  { name: 'a.html', content: () => `<p>正文</p><script src="${away}/s.js"></script><img src="${away}/i.png" onerror="alert(1)">`, kind: 'blocks', shows: ['正文'], hides: ['<script', 'onerror', 'i.png'] },
  { name: 'a.svg', content: () => `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('${away}/svg')"><text>字</text></svg>`, kind: 'blocks' },
  { name: 'a.md', content: () => `![图](${away}/md.png) <img src="${away}/md2.png">`, kind: 'blocks' },
  { name: 'template.docx', content: () => wordFile(paragraph('正文'), { 'word/_rels/settings.xml.rels': relation(`${away}/t.dotm`), 'word/_rels/document.xml.rels': relation(`${away}/d`) }), kind: 'blocks', shows: ['正文'], hides: ['t.dotm'] },
  { name: 'entity.docx', content: () => zipOf({ 'word/document.xml': entity('file:///etc/passwd') }), kind: 'blocks', hides: ['root:'] },
  { name: 'called.docx', content: () => zipOf({ 'word/document.xml': entity(`${away}/xxe`) }), kind: 'blocks', hides: ['xxe"'] },
  { name: 'laughs.docx', content: () => zipOf({ 'word/document.xml': laughs }), kind: 'blocks', hides: ['haha'] },
  { name: 'macro.docm', content: () => wordFile(paragraph('正文'), { 'word/vbaProject.bin': 'AutoOpen' }), kind: 'blocks', shows: ['正文'], hides: ['AutoOpen'] },
  { name: 'formula.xlsx', content: () => sheetFile('a', [], `<row><c r="A1" t="str"><f>WEBSERVICE("${away}/f")</f><v>合计</v></c></row>`), kind: 'blocks', shows: ['合计'], hides: ['WEBSERVICE'] },
  {
    name: 'outside.xlsx',
    content: () =>
      zipOf({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relation(`${away}/sheet.xml`),
      }),
    kind: 'none',
  },
  { name: 'formula.csv', content: () => '=HYPERLINK("http://x.example"),+1', kind: 'blocks', shows: ['=HYPERLINK("http://x.example")'] },
  { name: 'a.eml', content: () => `From: a@x.example\r\nSubject: hi\r\nContent-Type: text/html\r\n\r\n<p>正文</p><img src="${away}/mail.png"><script>1</script>`, kind: 'blocks', hides: ['<img', '<script'] },
  // Too large, too deep, damaged.
  { name: 'huge.gif', content: () => bytes('GIF89a', [0xff, 0xff, 0xff, 0xff, 0, 0, 0]), kind: 'none' },
  { name: 'huge.png', content: () => bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]), kind: 'none' },
  { name: 'cut.gif', content: () => 'GIF89a', kind: 'none' },
  { name: 'deep.docx', content: () => wordFile(`${'<w:p>'.repeat(5_000)}${'</w:p>'.repeat(5_000)}`), kind: 'blocks', hides: ['<w:p>'] },
  { name: 'bomb.docx', content: () => zipOf({ 'word/document.xml': ' '.repeat(70 * 1_024 * 1_024) }), kind: 'blocks' },
  { name: 'long.docx', content: () => wordFile(paragraph('很长的一段话').repeat(60_000)), kind: 'blocks', shows: ['很长的一段话'] },
  { name: 'cut.docx', content: async () => (await wordFile(paragraph('正文'))).subarray(0, 120), kind: 'none' },
  { name: 'cut.pdf', content: () => '%PDF-1.7 and no more', kind: 'pdf' },
  { name: 'nothing.zip', content: () => 'PK\x03\x04', kind: 'none' },
  { name: 'slip.zip', content: () => zipOf({ 'a/b.txt': 'x' }), kind: 'blocks', shows: ['a/b.txt'] },
  { name: 'old.doc', content: OLD_OFFICE, kind: 'none', hides: ['AutoOpen'] },
  { name: 'old.xls', content: () => compoundFile({ Workbook: Buffer.alloc(6_000) }), kind: 'none' },
  { name: 'old.ppt', content: () => compoundFile({ 'PowerPoint Document': Buffer.alloc(6_000) }), kind: 'none' },
  { name: 'encrypted.docx', content: () => compoundFile({ EncryptionInfo: Buffer.alloc(100), EncryptedPackage: Buffer.alloc(6_000) }), kind: 'none' },
  { name: 'damaged.msg', content: () => compoundFile({ '__properties_version1.0': Buffer.alloc(3) }).subarray(0, 700), kind: 'none' },
  { name: 'winmail.dat', content: () => bytes([0x78, 0x9f, 0x3e, 0x22, 1, 0, 1, 3, 0x90, 6, 0, 0xff, 0xff, 0xff, 0x7f]), kind: 'none' },
  { name: 'a.bin', content: () => bytes([0, 1, 2, 3]), kind: 'none' },
  { name: 'a.exe', content: () => bytes('MZ', [0x90, 0, 3]), kind: 'none' },
] // biome-ignore format: a row for each file

test.each(CASES.map((one, at) => [`${at}-${one.name}`, one] as const))(
  '%s shows what it should, and nothing is called',
  async (name, one) => {
    const content = await one.content()
    const kept = await keepDocument(wei, name, typeof content === 'string' ? content : new Uint8Array(content))
    const documentId = kept.data?.documentId ?? 0
    const preview = await wei.get('documents/preview', { documentId })
    expect(filePreview.parse(preview).kind).toBe(one.kind)
    const shown = JSON.stringify(preview)
    for (const text of one.shows ?? []) expect(shown).toContain(JSON.stringify(text).slice(1, -1))
    for (const text of one.hides ?? []) expect(shown).not.toContain(text)
    const place = await wei.file(`file/documentShown/${documentId}`)
    await place.arrayBuffer()
    if (['picture', 'pdf', 'audio', 'video'].includes(one.kind)) {
      expect(place.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(place.headers.get('content-type')).toMatch(/^(?:image|audio|video)\/|^application\/pdf$/)
    } else if (!name.includes('gif') && !name.includes('png')) expect(place.status).toBeGreaterThanOrEqual(400)
    const saved = await wei.file(`file/document/${documentId}`)
    await saved.arrayBuffer()
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(asked).toEqual([])
  },
)
