import { expect, test } from 'vitest'
import { contentHashOf } from './contentHash.ts'

const hashOf = (text: string, accountId = 1) => contentHashOf(accountId, Buffer.from(text, 'latin1'))
const PLAIN = 'Message-ID: <1@far.example>\r\nSubject: a\r\n\r\nText\r\n'

test.each([
  ['a line that a server has added', `Received: from elsewhere\r\n${PLAIN}`],
  ['a folded Message-ID', PLAIN.replace(': <', ':\r\n <')],
  ['another subject of the same Message-ID', PLAIN.replace('Subject: a', 'Subject: [spam] a')],
  ['an empty line at the end', `${PLAIN}\r\n`],
])('given %s, then it is the same mail', async (_what, text) => {
  expect(await hashOf(text)).toBe(await hashOf(PLAIN))
})

test.each([
  ['another body', PLAIN.replace('Text', 'Words')],
  ['another Message-ID', PLAIN.replace('<1@', '<2@')],
  ['no Message-ID', PLAIN.replace('Message-ID', 'X-ID')],
])('given %s, then it is another mail', async (_what, text) => {
  expect(await hashOf(text)).not.toBe(await hashOf(PLAIN))
})

test('given mails without a Message-ID, then date, sender, recipients and subject name them', async () => {
  const mail = 'Date: Mon, 2 Nov 2026 09:00:00 +0800\r\nFrom: a@b.example\r\nSubject: a\r\n\r\nText'
  expect(await hashOf(`X-UID: 7\r\n${mail}`)).toBe(await hashOf(mail))
  expect(await hashOf(mail.replace('Subject: a', 'Subject: b'))).not.toBe(await hashOf(mail))
})

test('given the same mail of two accounts, then each has its own', async () => {
  expect(await hashOf(PLAIN, 2)).not.toBe(await hashOf(PLAIN, 1))
})
