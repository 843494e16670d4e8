import { describe, expect, test } from 'vitest'
import {
  type CompoundTree,
  compoundFile,
  msgProperties,
  msgTexts,
  tnefFile,
  tnefProperties,
  windowsTime,
} from '../../testing/outlookFiles.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { readPreview } from './readPreview.ts'

const SENT = Date.UTC(2026, 10, 21, 2)
const LONG = `第一段\r\n${'很长的正文。'.repeat(500)}`
const wide = (text: string) => Buffer.from(text, 'utf16le')
const blocksOf = async (bytes: Buffer, name = 'a.msg') => (await readPreview(bytes, name)).blocks

const message = (more: CompoundTree = {}): CompoundTree => ({
  '__properties_version1.0': msgProperties(32, [[0x0039_0040, windowsTime(SENT)]]),
  ...msgTexts({ '0037': '评审', '0C1A': '李娜', '5D01': 'na@x.example', '0E04': '张伟', '1000': LONG }),
  '__attach_version1.0_#00000000': {
    '__properties_version1.0': msgProperties(8, []),
    ...msgTexts({ '3707': '图纸 1.dwg' }),
    '__substg1.0_37010102': Buffer.alloc(70),
  },
  ...more,
})

describe('mails that Outlook has written', () => {
  test('given a .msg, then its head, text and files are shown, whatever it is called', async () => {
    const shown = [
      { kind: 'heading', level: 2, text: '评审' },
      {
        kind: 'fields',
        fields: [
          { field: 'from', value: '李娜 <na@x.example>' },
          { field: 'to', value: '张伟' },
          { field: 'date', value: new Date(SENT).toISOString() },
        ],
      },
      { kind: 'text', text: LONG.replace('\r\n', '\n') },
      { kind: 'entries', entries: [{ name: '图纸 1.dwg', size: 70 }] },
    ]
    expect(await blocksOf(compoundFile(message()))).toEqual(shown)
    expect(await blocksOf(compoundFile(message()), 'a.bin')).toEqual(shown)
  })

  test('given text of Chinese Windows and a body of HTML, then both are read, and nothing of the page acts', async () => {
    const codePage = Buffer.alloc(8)
    codePage.writeUInt32LE(936)
    const file = compoundFile({
      '__properties_version1.0': msgProperties(32, [[0x3ffd_0003, codePage]]),
      '__substg1.0_0037001E': Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0]),
      '__substg1.0_10130102': Buffer.from('<meta charset="utf-8"><p>正文</p><script>alert(1)</script>'),
    })
    expect(await blocksOf(file)).toEqual([
      { kind: 'heading', level: 2, text: '中文' },
      { kind: 'text', text: '正文' },
    ])
  })

  test('given winmail.dat, then its text and files are shown, those behind a damaged place left out', async () => {
    const properties = tnefProperties([
      [0x0039_0040, windowsTime(SENT)],
      [0x0037_001f, wide('纪要\0')],
      [0x1013_0102, Buffer.from('<p>三点开会</p>')],
      [0x0c1a_001e, Buffer.from('Na Li\0')],
    ])
    const file = tnefFile([
      [1, 0x0006_9003, properties],
      [2, 0x0006_9002, Buffer.alloc(14)],
      [2, 0x0001_8010, Buffer.from('PLAN~1.XLS\0')],
      [2, 0x0006_800f, Buffer.alloc(9)],
      [2, 0x0006_9005, tnefProperties([[0x3707_001f, wide('计划表.xlsx')]])],
    ])
    const shown = [
      { kind: 'heading', level: 2, text: '纪要' },
      {
        kind: 'fields',
        fields: [
          { field: 'from', value: 'Na Li' },
          { field: 'date', value: new Date(SENT).toISOString() },
        ],
      },
      { kind: 'text', text: '三点开会' },
      { kind: 'entries', entries: [{ name: '计划表.xlsx', size: 9 }] },
    ]
    expect(await blocksOf(file, 'winmail.dat')).toEqual(shown)
    const cut = Buffer.concat([file, Buffer.from([2, 2, 0x90, 6, 0, 0xff, 0xff, 0xff, 0x7f])])
    expect(await blocksOf(cut, 'winmail.dat')).toEqual(shown)
  })

  test('given a document of Office of before 2007, or what is damaged, then it is refused and ends', async () => {
    await expect(readPreview(compoundFile({ WordDocument: Buffer.alloc(5_000) }), 'a.doc')).rejects.toThrow(
      FileUnreadableError,
    )
    const whole = compoundFile(message())
    for (let at = 0; at < 200; at++) {
      const damaged = Buffer.from(whole)
      // Numbers of sectors and of names come to point anywhere, also at themselves.
      for (let step = 0; step < 40; step++)
        damaged.writeUInt32LE((at * 31 + step * 7) % 90, 44 + ((at * 97 + step * 53) % (whole.length - 60)))
      await readPreview(damaged, 'a.msg').catch((error: unknown) => expect(error).toBeInstanceOf(FileUnreadableError))
      await readPreview(whole.subarray(0, at * 40), 'a.msg').catch((error: unknown) =>
        expect(error).toBeInstanceOf(FileUnreadableError),
      )
    }
  })
})
