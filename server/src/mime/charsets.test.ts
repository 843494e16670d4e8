import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { canonicalCharset, decodeText } from './charsets.ts'
import { parseMail } from './parseMail.ts'
import { HEAD, NOW, rawMail } from './testMail.ts'

const gb = (text: string) => iconv.encode(text, 'gb18030')

describe('decodeText', () => {
  const sentence = '朱镕基、陶喆与囧字，𠮷野家的€和😀都在。'

  test.each(['gb2312', 'GBK', 'x-gbk', 'gb_2312-80', 'GB18030', 'cp936', 'euc-cn', '"gb2312"'])(
    'label %s reads the four-byte characters of GB 18030',
    (label) => {
      expect(decodeText(gb(sentence), label)).toEqual({ text: sentence, charset: 'gb18030', repaired: false })
    },
  )

  test('real bytes of GB 18030, not only those of the same library', () => {
    // 镕 is in GBK only, 𠮷 (U+20BB7) takes four bytes; values from the standard's tables.
    expect(decodeText(Uint8Array.from([0xe9, 0x46, 0x86, 0xb4, 0x87, 0xe5]), 'gb2312').text).toBe('镕喆囧')
    expect(decodeText(Uint8Array.from([0x95, 0x34, 0xb2, 0x35]), 'gb2312').text).toBe('𠮷')
  })

  test('Big5 with the Hong Kong supplement', () => {
    expect(decodeText(Uint8Array.from([0xa4, 0xa4, 0xa4, 0xe5]), 'big5').text).toBe('中文')
    expect(decodeText(Uint8Array.from([0xfa, 0x40]), 'big5-hkscs').text).toBe('𠕇')
    expect(decodeText(iconv.encode('會議紀錄：裏、恒、峯', 'big5hkscs'), 'Big5').text).toBe('會議紀錄：裏、恒、峯')
  })

  test('HZ with tildes and soft line breaks (the example of RFC 1843)', () => {
    const hz = rawMail('This sentence is in ASCII.\nThe next sentence is in GB.~{<:Ky2;S{#,NpJ)l6HK!#~}~\nBye ~~.')
    expect(decodeText(hz, 'HZ-GB-2312').text).toBe(
      'This sentence is in ASCII.\nThe next sentence is in GB.己所不欲，勿施於人。Bye ~.',
    )
  })

  test('ISO-2022-JP with its label and without any', () => {
    const jis = rawMail('\x1b$B2q5D\x1b(B ok')
    expect(decodeText(jis, 'iso-2022-jp').text).toBe('会議 ok')
    expect(decodeText(jis, null)).toEqual({ text: '会議 ok', charset: 'iso-2022-jp', repaired: true })
  })

  test('Korean in both its forms', () => {
    expect(decodeText(Uint8Array.from([0xc7, 0xd1, 0xb1, 0xdb]), 'ks_c_5601-1987').text).toBe('한글')
    expect(decodeText(rawMail('\x1b$)C\x0eGQ1[\x0f ok'), 'iso-2022-kr').text).toBe('한글 ok')
  })

  test('UTF-7 and UTF-16 with and without a mark', () => {
    expect(decodeText(rawMail('Hi +ZeVnLIqe-!'), 'utf-7').text).toBe('Hi 日本語!')
    expect(decodeText(Buffer.from('\ufeff会议 ok', 'utf16le'), 'utf-16').text).toBe('会议 ok')
    expect(decodeText(Buffer.from('会议 ok', 'utf16le'), 'utf-16le').text).toBe('会议 ok')
    expect(decodeText(iconv.encode('会议 ok', 'utf-16be'), 'utf-16be').text).toBe('会议 ok')
  })

  test('without a label valid UTF-8 wins, then GB 18030', () => {
    expect(decodeText(Buffer.from('周报已提交'), null)).toEqual({
      text: '周报已提交',
      charset: 'utf-8',
      repaired: false,
    })
    expect(decodeText(gb('周报已提交'), null)).toEqual({ text: '周报已提交', charset: 'gb18030', repaired: true })
    expect(decodeText(gb('周报已提交'), 'us-ascii').text).toBe('周报已提交')
  })

  test.each(['x-unknown', 'unknown-8bit', 'default', 'klingon', ''])(
    'label %j is worked out from the bytes',
    (label) => {
      expect(decodeText(gb('合同审批'), label)).toEqual({ text: '合同审批', charset: 'gb18030', repaired: true })
      expect(decodeText(Buffer.from('合同审批'), label).text).toBe('合同审批')
    },
  )

  test('a false label is overruled by the bytes', () => {
    expect(decodeText(gb('您好，合同见附件'), 'utf-8')).toEqual({
      text: '您好，合同见附件',
      charset: 'gb18030',
      repaired: true,
    })
    expect(decodeText(Buffer.from('您好，合同见附件'), 'gb2312').text).toBe('您好，合同见附件')
    expect(decodeText(Buffer.from('您好，合同见附件'), 'iso-8859-1').text).toBe('您好，合同见附件')
    expect(decodeText(gb('您好，合同见附件'), 'iso-8859-1').text).toBe('您好，合同见附件')
  })

  test('a Chinese word that is valid UTF-8 by chance', () => {
    expect(decodeText(gb('未知'), null).text).toBe('未知')
    expect(decodeText(Buffer.from('Привет, мир'), null).text).toBe('Привет, мир')
    expect(decodeText(Buffer.from('café'), null).text).toBe('café')
  })

  test('a true label is left alone', () => {
    expect(decodeText(rawMail('caf\xe9 cr\xe8me br\xfbl\xe9e'), 'iso-8859-1').text).toBe('café crème brûlée')
    expect(decodeText(rawMail('caf\xe9, d\xe9j\xe0 vu'), null).text).toBe('café, déjà vu')
    expect(decodeText(rawMail('\x93quoted\x94 \x80 5'), 'windows-1252').text).toBe('“quoted” € 5')
    expect(decodeText(rawMail('\xcf\xf0\xe8\xe2\xe5\xf2'), 'koi8-r').text).toBe('оПХБЕР')
  })

  test('UTF-8 that was cut in the middle of a character stays UTF-8', () => {
    const cut = Buffer.from('本周工作总结如下').subarray(0, -1)
    expect(decodeText(cut, 'utf-8').text).toBe('本周工作总结如\ufffd')
  })

  test('NUL and lone surrogates never reach a string', () => {
    expect(decodeText(rawMail('a\0b'), 'utf-8').text).toBe('ab')
    expect(decodeText(Uint8Array.from([0x3d, 0xd8, 0x41, 0]), 'utf-16le').text.isWellFormed()).toBe(true)
  })

  test('labels that nothing reads are null', () => {
    expect(canonicalCharset('klingon')).toBeNull()
    expect(canonicalCharset('hex')).not.toBe('utf-8')
    expect(canonicalCharset('iso-8859-2')).toBe('iso-8859-2')
  })
})

describe('charsets of a whole mail', () => {
  const bodyOf = async (type: string, body: Uint8Array) =>
    parseMail(rawMail(HEAD, `Subject: x\r\nContent-Type: ${type}\r\n\r\n`, body), { now: NOW })

  test('a body of GBK labelled UTF-8 is read, and said to be mended', async () => {
    const mail = await bodyOf('text/plain; charset=utf-8', gb('报销单已经寄出，请查收。'))
    expect(mail.text).toBe('报销单已经寄出，请查收。')
    expect(mail.defects).toEqual(['charset'])
  })

  test('a body without any declaration', async () => {
    const mail = await parseMail(rawMail(HEAD, '\r\n', gb('没有声明的正文')), { now: NOW })
    expect(mail.text).toBe('没有声明的正文')
  })

  test('a GB 18030 HTML in quoted-printable', async () => {
    const encoded = [...gb('<p>镕𠮷</p>')]
      .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
    const mail = await bodyOf(
      'text/html; charset="gb2312"\r\nContent-Transfer-Encoding: quoted-printable',
      rawMail(encoded),
    )
    expect(mail.html).toBe('<p>镕𠮷</p>')
    expect(mail.defects).toEqual([])
  })

  test('an HTML that only names its charset itself', async () => {
    const page = iconv.encode(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=big5"></head>會議紀錄</html>',
      'big5',
    )
    const mail = await bodyOf('text/html', page)
    expect(mail.html).toContain('會議紀錄')
    expect(mail.defects).toEqual([])
  })

  test('a bare header in the charset of the body below it', async () => {
    const subject = iconv.encode('會議紀錄與附件', 'big5')
    const mail = await parseMail(
      rawMail('Subject: ', subject, '\r\nContent-Type: text/plain; charset=big5\r\n\r\n', subject),
      { now: NOW },
    )
    expect([mail.subject, mail.text]).toEqual(['會議紀錄與附件', '會議紀錄與附件'])
  })
})
