import type { Attachment } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { factsOf } from './mailFacts.ts'

const file = (contentType: string, kind: Attachment['kind'] = 'file'): Attachment => ({
  fileId: contentType,
  name: 'a',
  contentType,
  size: 1,
  contentId: null,
  kind,
})

test.each([
  ['no parts', [], ['*']],
  ['a picture', [file('Image/PNG')], ['*', 'image/png', 'image/*']],
  ['two of a kind', [file('text/vcard'), file('text/vcard')], ['*', 'text/vcard', 'text/*']],
  [
    'an invitation under another name',
    [file('application/octet-stream', 'calendar')],
    ['*', 'application/octet-stream', 'application/*', 'text/calendar'],
  ],
])('given a mail with %s, then fillers are told of it', (_what, attachments, facts) => {
  expect(factsOf({ attachments, readReceiptTo: null, html: null })).toEqual(facts)
})

test('given a mail that asks whether it was read, then fillers are told of it', () => {
  expect(factsOf({ attachments: [], readReceiptTo: { name: '', address: 'a@b.cn' }, html: null })).toEqual([
    '*',
    'receipt',
  ])
})

test('given a mail with the link of a large file, then fillers are told of it', () => {
  const html = '<a href="https://mail.example/api/file/link/x">x</a>'
  expect(factsOf({ attachments: [], readReceiptTo: null, html })).toEqual(['*', 'links'])
})
