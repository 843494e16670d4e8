import { expect, test } from 'vitest'
import { endOfHeader, readyHeader } from './submittedHeader.ts'

const additions = {
  received: 'Received: by mail.yanshu.test',
  from: 'wei@yanshu.test',
  date: 'Sun, 22 Nov 2026 18:00:00 +0000',
  messageId: '<1@yanshu.test>',
}
const ready = async (header: string) => {
  const { bytes, ...more } = await readyHeader(Buffer.from(header, 'latin1'), additions)
  return { text: bytes.toString('latin1'), ...more }
}

test('given a whole header, then only the trace is added, and blind copies are taken out with their folded lines', async () => {
  const header =
    'From: "=?utf-8?B?5byg5Lyf?=" <Wei@yanshu.test>\r\nTo: a@b.example\r\nBcc: c@d.example,\r\n\te@f.example\r\n' +
    'Subject: one\r\n two\r\nDate: Sat, 21 Nov 2026 18:00:00 +0800\r\nMessage-ID: <own@x>\r\n\r\n'
  expect(await ready(header)).toEqual({
    text:
      'Received: by mail.yanshu.test\r\nFrom: "=?utf-8?B?5byg5Lyf?=" <Wei@yanshu.test>\r\nTo: a@b.example\r\n' +
      'Subject: one\r\n two\r\nDate: Sat, 21 Nov 2026 18:00:00 +0800\r\nMessage-ID: <own@x>\r\n\r\n',
    writers: ['wei@yanshu.test'],
    oneFrom: true,
  })
})

test('given nothing but a text, then it becomes a mail of who is logged in', async () => {
  const { text, writers } = await ready('hello\r\n\r\n')
  expect(text).toBe(
    'Received: by mail.yanshu.test\r\nMessage-ID: <1@yanshu.test>\r\nDate: Sun, 22 Nov 2026 18:00:00 +0000\r\n' +
      'From: <wei@yanshu.test>\r\n\r\nhello\r\n\r\n',
  )
  expect(writers).toEqual(['wei@yanshu.test'])
})

test.each([
  ['a Sender', 'From: wei@yanshu.test\nSender: boss@yanshu.test\n\n', ['wei@yanshu.test', 'boss@yanshu.test'], true],
  ['two authors', 'From: wei@yanshu.test, na@yanshu.test\n\n', ['wei@yanshu.test', 'na@yanshu.test'], true],
  ['two fields', 'From: wei@yanshu.test\nfrom : na@yanshu.test\n\n', ['wei@yanshu.test', 'na@yanshu.test'], false],
])('given %s, then everybody who is named is a writer', async (_, header, writers, oneFrom) => {
  expect(await ready(header)).toMatchObject({ oneFrom, writers })
})

test('the header ends at the first empty line, whichever line ends it has', () => {
  const end = (text: string) => endOfHeader(Buffer.from(text))
  expect(end('a: b\r\n\r\nc\n\nd')).toBe(8)
  expect(end('a: b\n\nc\r\n\r\nd')).toBe(6)
  expect(end('\r\ntext')).toBe(2)
  expect(end('a: b\r\n')).toBe(-1)
})
