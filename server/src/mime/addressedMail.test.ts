import { hasDividedField, unknownFields } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { addressedMail } from './addressedMail.ts'
import { parseMail } from './parseMail.ts'

const to = { name: '李娜', address: 'li.na@elsewhere.example' }
const fields = { name: '李娜', address: 'li.na@elsewhere.example' }
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

type Shape = NonNullable<ConstructorParameters<typeof MailComposer>[0]>
const shapes: readonly (readonly [string, Shape])[] = [
  ['text alone', { text: 'Dear {{name}}' }],
  ['HTML alone', { html: '<p>Dear {{name}}</p>' }],
  ['both', { text: 'Dear {{name}}', html: '<p>Dear {{ name }}</p>' }],
  ['both in base64', { text: 'Dear {{name}}', html: '<p>Dear {{&nbsp;name}}</p>', encoding: 'base64' }],
  [
    'both with a picture and files',
    {
      text: 'Dear {{name}}',
      html: '<p>Dear {{name}} <img src="cid:p@x"></p>',
      encoding: 'base64',
      attachments: [
        { filename: 'p.png', content: pixel, cid: 'p@x', contentDisposition: 'inline' },
        { filename: '{{name}}.txt', content: 'Dear {{name}}', contentType: 'text/plain' },
      ],
    },
  ],
]

test.each(shapes)(
  'given a letter of %s, then its recipient stands alone in it and both parsers read the fields',
  async (_, shape) => {
    const raw = await new MailComposer({
      from: { name: '张伟', address: 'zhang.wei@yanshu.test' },
      to: ['a@elsewhere.example', 'b@elsewhere.example'],
      cc: 'c@elsewhere.example',
      subject: '{{姓名}} – 邀请',
      messageId: '<one@yanshu.test>',
      newline: 'win',
      ...shape,
    })
      .compile()
      .build()
    const made = addressedMail(raw, { to, subject: '{{姓名}} – 邀请', fields })
    expect(addressedMail(raw, { to, subject: '{{姓名}} – 邀请', fields })).toEqual(made)
    const header = made.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
    expect(header.match(/^(?:To|Cc|Subject|Message-ID):/gim)?.toSorted()).toEqual(['Message-ID:', 'Subject:', 'To:'])
    const { html: hasHtml, text: hasText } = shape
    for (const read of [await PostalMime.parse(made), await parseMail(made)]) {
      expect(read.subject).toBe('李娜 – 邀请')
      expect(read.to).toMatchObject([to])
      expect(read.cc ?? []).toEqual([])
      if (hasHtml) expect(read.html).toContain('Dear 李娜')
      if (hasText) expect(read.text?.trim()).toBe('Dear 李娜')
    }
    const [file] = (await PostalMime.parse(made)).attachments.filter(({ disposition }) => disposition === 'attachment')
    if (shape.attachments) expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('Dear {{name}}')
  },
)

test('given a name with marks of HTML, then it is text in both parts', async () => {
  const raw = await new MailComposer({ text: '{{name}}', html: '<p>{{name}}</p>', newline: 'win' }).compile().build()
  const name = '<b>"R&D"</b>'
  const made = addressedMail(raw, { to: { name, address: to.address }, subject: '', fields: { ...fields, name } })
  const read = await PostalMime.parse(made)
  expect(read.text?.trim()).toBe(name)
  expect(read.html).toContain('<p>&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;</p>')
})

test('fields that nothing is known for, and those that cannot be filled in where they stand, are found', () => {
  expect(unknownFields('{{name}} {{ 邮箱 }} {{工号}} {{工号}} {{a b}}')).toEqual(['{{工号}}', '{{a b}}'])
  expect(hasDividedField('<p>{{name}} {{&nbsp;name}}</p>')).toBe(false)
  expect(hasDividedField('<p>{{<b>na</b>me}}</p>')).toBe(true)
  expect(hasDividedField('<p>{<i>{name}}</i></p>')).toBe(true)
  expect(hasDividedField('<a href="https://a.example/%7B%7Bname%7D%7D">x</a>')).toBe(true)
  expect(hasDividedField('<p>a < b {{name}}</p>')).toBe(false)
})
