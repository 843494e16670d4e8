import { describe, expect, test } from 'vitest'
import { parseMail } from './parseMail.ts'
import { HEAD, NOW, rawMail } from './testMail.ts'

const lines = (...text: string[]) => text.join('\r\n')
const multipart = (subtype: string, boundary: string, ...parts: string[]) =>
  lines(
    `Content-Type: multipart/${subtype};\r\n\tboundary="${boundary}"`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  )
const plain = (text: string) =>
  lines('Content-Transfer-Encoding: 7bit', 'Content-Type: text/plain;', '\tcharset=us-ascii', '', text)
/** Each HTML part of Apple Mail is a page of its own. */
const html = (text: string) =>
  lines(
    'Content-Transfer-Encoding: 7bit',
    'Content-Type: text/html;',
    '\tcharset=us-ascii',
    '',
    `<html><body style="overflow-wrap: break-word;">${text}</body></html>`,
  )
const file = (type: string, name: string, disposition = 'inline') =>
  lines(
    `Content-Disposition: ${disposition};`,
    `\tfilename=${name}`,
    `Content-Type: ${type};`,
    `\tname="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjQK',
  )
const picture = (id: string) =>
  lines(
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline;',
    `\tfilename=${id}.png`,
    'Content-Type: image/png;',
    `\tname="${id}.png"`,
    `Content-Id: <${id}@yanshu.test>`,
    '',
    'iVBORw0KGgo=',
  )
const parse = async (...pieces: string[]) => {
  const mail = await parseMail(rawMail(HEAD, 'Subject: s\r\n', ...pieces), { now: NOW })
  return { ...mail, files: mail.attachments.map((one) => [one.filename, one.disposition]) }
}
const order = (text: string | null, ...words: string[]) => words.map((word) => text?.indexOf(word) ?? -1)
const rising = (places: readonly number[]) => places.every((at, index) => at >= 0 && at > (places[index - 1] ?? -1))

describe('the habits of Apple Mail', () => {
  test('given a PDF between two texts, beside the plain text, then all texts are shown and the PDF is a file', async () => {
    const mixed = multipart(
      'mixed',
      'Apple-Mail=_2',
      html('before'),
      file('application/pdf', 'plan.pdf'),
      html('after'),
    )
    const mail = await parse(multipart('alternative', 'Apple-Mail=_1', plain('before\r\n\r\n\r\nafter'), mixed))
    expect(rising(order(mail.html, 'before', 'after'))).toBe(true)
    expect(mail.text).toContain('before\n\n\nafter')
    expect(mail.files).toEqual([['plan.pdf', 'attachment']])
    expect(mail.hasAttachment).toBe(true)
    expect(mail.preview).toBe('before after')
  })

  test('given texts with pictures of their own between files, then every text and every picture is in its place', async () => {
    const related = (id: string, text: string) =>
      multipart('related', `Apple-Mail=_r${id}`, html(`${text}<img src="cid:${id}@yanshu.test">`), picture(id))
    const mixed = multipart(
      'mixed',
      'Apple-Mail=_2',
      related('one', 'first'),
      file('application/pdf', 'a.pdf'),
      related('two', 'second'),
      file('application/zip', 'b.zip', 'attachment'),
      html('third'),
    )
    const mail = await parse(multipart('alternative', 'Apple-Mail=_1', plain('first second third'), mixed))
    expect(rising(order(mail.html, 'first', 'cid:one', 'second', 'cid:two', 'third'))).toBe(true)
    expect(mail.files).toEqual([
      ['one.png', 'inline'],
      ['a.pdf', 'attachment'],
      ['two.png', 'inline'],
      ['b.zip', 'attachment'],
    ])
  })

  test('given plain text around a picture and no HTML at all, then both texts and the picture are there', async () => {
    const mail = await parse(multipart('mixed', 'Apple-Mail-1', plain('above'), picture('shot'), plain('below')))
    expect(mail.text).toBe('above\nbelow')
    expect(mail.html).toBeNull()
    expect(mail.files).toEqual([['shot.png', 'attachment']])
  })

  test('given a text file among the texts, then it is a file and not a part of the text', async () => {
    const mixed = multipart('mixed', 'Apple-Mail=_2', html('look at'), file('text/plain', 'notes.txt'), html('end'))
    const mail = await parse(multipart('alternative', 'Apple-Mail=_1', plain('look at'), mixed))
    expect(mail.files).toEqual([['notes.txt', 'attachment']])
    expect(rising(order(mail.html, 'look at', 'end'))).toBe(true)
    expect(mail.html).not.toContain('%PDF')
  })

  test('given a forwarded mail with both forms of its text inside, then the rich one is shown once', async () => {
    const inner = multipart('alternative', 'Apple-Mail=_3', plain('hello'), html('<b>hello</b>'))
    const mail = await parse(multipart('mixed', 'Apple-Mail=_1', html('note'), inner, file('image/heic', 'a.heic')))
    expect(mail.html?.match(/hello/g)).toHaveLength(1)
    expect(mail.text).toBe('note\nhello')
    expect(mail.files).toEqual([['a.heic', 'attachment']])
  })
})

test('a footer that a list put beside the HTML does not take the place of the plain text', async () => {
  const footer = plain('-- the list')
  const mail = await parse(
    multipart('alternative', 'a', plain('the text'), multipart('mixed', 'm', html('the text'), footer)),
  )
  expect(mail.text).toBe('the text')
  expect(rising(order(mail.html, 'the text', '-- the list'))).toBe(true)
})
