import { expect, test } from 'vitest'
import { paragraph, wordFile, zipOf } from '../../testing/officeFiles.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { readPreview } from './readPreview.ts'

const blocksOf = async (content: Buffer | string, name: string) =>
  (await readPreview(Buffer.from(content), name)).blocks

/** A ZIP file of one empty entry, whose name has these bytes and no mark of UTF-8. */
function zipNamed(name: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length, 16)
  return Buffer.concat([local, name, central, name, end])
}

test('text keeps its lines and its charset; Markdown and tables are shown as such', async () => {
  expect(await blocksOf('if (a) {\n  b()\n}', 'a.ts')).toEqual([{ kind: 'code', text: 'if (a) {\n  b()\n}' }])
  expect(await blocksOf(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), 'a.log')).toEqual([{ kind: 'code', text: '中文' }])
  const markdown = '# 标题 #\n\n- **甲**\n- 乙\n\n| 名 | 数 |\n|---|---|\n| `a` | 1 |\n\n```\nx *y*\n```\n'
  expect(await blocksOf(markdown, 'a.md')).toEqual([
    { kind: 'heading', level: 1, text: '标题' },
    { kind: 'text', text: '• 甲\n• 乙' },
    { kind: 'table', rows: [['名', '数'], ['a', '1']] },
    { kind: 'code', text: 'x *y*' },
  ]) // biome-ignore format: rows
  expect(await blocksOf('姓名,"备注"\n张伟,"a, b"\n', 'a.csv')).toEqual([
    { kind: 'table', rows: [['姓名', '备注'], ['张伟', 'a, b']] },
  ]) // biome-ignore format: rows
})

test('a mail shows its head, text and files, an event and a contact what is known of them', async () => {
  const mail =
    'From: =?utf-8?B?5p2O5aic?= <na@x.example>\r\nTo: wei@x.example\r\nSubject: hello\r\nDate: Sat, 21 Nov 2026 10:00:00 +0800\r\n' +
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>text<script>1</script></p>\r\n' +
    '--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\n1234\r\n--b--\r\n'
  expect(await blocksOf(mail, 'a.eml')).toEqual([
    { kind: 'heading', level: 2, text: 'hello' },
    {
      kind: 'fields',
      fields: [
        { field: 'from', value: '李娜 <na@x.example>' },
        { field: 'to', value: 'wei@x.example' },
        { field: 'date', value: '2026-11-21T02:00:00.000Z' },
      ],
    },
    { kind: 'text', text: 'text' },
    { kind: 'entries', entries: [{ name: 'a.bin', size: 4 }] },
  ])
  const event =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:评审\\, 第二\r\n 轮\r\nDTSTART;TZID=Asia/Shanghai:20261201T093000\r\n' +
    'ORGANIZER;CN="李: 娜":mailto:na@x.example\r\nDESCRIPTION:a\\nb\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
  expect(await blocksOf(event, 'a.ics')).toEqual([
    { kind: 'heading', level: 2, text: '评审, 第二轮' },
    {
      kind: 'fields',
      fields: [
        { field: 'start', value: '2026-12-01 09:30 Asia/Shanghai' },
        { field: 'organizer', value: '李: 娜 <na@x.example>' },
      ],
    },
    { kind: 'text', text: 'a\nb' },
  ])
  const card =
    'BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=BC=A0=E4=BC=9F\nitem1.TEL;TYPE=CELL:+86 1\nORG:甲;研发\nEND:VCARD\n'
  expect(await blocksOf(card, 'a.vcf')).toEqual([
    { kind: 'heading', level: 2, text: '张伟' },
    { kind: 'fields', fields: [{ field: 'phone', value: '+86 1' }, { field: 'company', value: '甲 研发' }] },
  ]) // biome-ignore format: rows
})

test('an archive lists its files, also with names of Chinese Windows; what is unknown or damaged is refused', async () => {
  expect(await blocksOf(await zipOf({ '报告/一.txt': 'abc' }), 'a.zip')).toEqual([
    { kind: 'entries', entries: [{ name: '报告/一.txt', size: 3 }] },
  ])
  expect(await blocksOf(zipNamed(Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x2e, 0x74])), 'a.zip')).toEqual([
    { kind: 'entries', entries: [{ name: '中文.t', size: 0 }] },
  ])
  expect(await blocksOf(await wordFile(paragraph('正文')), 'a.docx')).toEqual([{ kind: 'text', text: '正文' }])
  for (const bytes of [Buffer.from([1, 0, 2]), Buffer.from('PK\x03\x04'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0])]) {
    await expect(readPreview(bytes, 'a.doc')).rejects.toThrow(FileUnreadableError)
  }
})
