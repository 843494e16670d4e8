import { describe, expect, test } from 'vitest'
import { parseMail } from './parseMail.ts'

const element = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const all = Buffer.concat(contents)
  const length = all.length < 0x80 ? [all.length] : [0x82, all.length >> 8, all.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), all])
}
/** The same with an end in place of a length, as Outlook writes it. */
const open = (tag: number, ...contents: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])])
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const SIGNED = '2a864886f70d010702'
const ENVELOPED = '2a864886f70d010703'

type Make = typeof element
const signed = (content: Buffer, make: Make = element, type = SIGNED): Buffer => {
  const half = Math.floor(content.length / 2)
  const octets =
    make === element
      ? element(0x04, content)
      : open(0x24, element(0x04, content.subarray(0, half)), element(0x04, content.subarray(half)))
  const inside = make(0x30, oid('2a864886f70d010701'), make(0xa0, octets))
  return make(0x30, oid(type), make(0xa0, make(0x30, element(0x02, Buffer.from([1])), make(0x31), inside)))
}
const letter = (text: string, file: string): Buffer =>
  Buffer.from(
    `Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--in\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="${file}"\r\n\r\na,b\r\n--in--\r\n`,
  )
const part = (cms: Buffer, type = '; smime-type=signed-data'): string =>
  `Content-Type: application/pkcs7-mime${type}; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="smime.p7m"\r\n\r\n${cms.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n`
const read = (source: string) => parseMail(Buffer.from(`From: a@partner.example\r\nSubject: x\r\n${source}`))

describe('letters inside of their signature', () => {
  test.each([
    ['with lengths', element],
    ['with ends, in pieces', open],
  ])('are the body and its files, %s; the part itself stays for who can check it', async (_how, make) => {
    const mail = await read(part(signed(letter('正文戊五', 'plan.csv'), make)))
    expect(mail.text?.trim()).toBe('正文戊五')
    expect(mail.attachments.map(({ filename, technical }) => [filename, technical])).toEqual([
      ['smime.p7m', true],
      ['plan.csv', false],
    ])
    expect(mail.hasAttachment).toBe(true)
  })

  test('signed twice, and beside another part, as lists send it', async () => {
    const twice = signed(Buffer.from(part(signed(letter('里面', 'a.csv')))))
    expect((await read(part(twice))).text?.trim()).toBe('里面')
    const listed = `Content-Type: multipart/mixed; boundary=out\r\n\r\n--out\r\n${part(signed(letter('正文', 'b.csv')))}--out\r\nContent-Type: text/plain\r\n\r\nof the list\r\n--out--\r\n`
    expect((await read(listed)).text).toMatch(/正文[\s\S]*of the list/)
  })

  test('what is encrypted, broken or of another kind stays a file', async () => {
    const whole = signed(letter('正文', 'plan.csv'))
    const others = [
      part(signed(letter('正文', 'x.csv'), element, ENVELOPED)),
      part(whole, '; smime-type=enveloped-data'),
      part(Buffer.from('no ASN.1')),
      ...Array.from({ length: 60 }, (_, at) => part(whole.subarray(0, at))),
      part(Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0x30, 0x80])))),
    ]
    for (const other of others) {
      const mail = await read(other)
      expect([mail.text, mail.attachments.map(({ technical }) => technical)]).toEqual([null, [false]])
    }
  })
})
