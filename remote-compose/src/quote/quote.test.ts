import { cleanMailHtml, renderMailHtml } from '@yanshu/mail-html'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { joinLetter, type LetterParts, splitLetter } from './letterParts.ts'
import { QUOTE_DIVIDER, quoteBlock } from './quoteBlock.ts'

const { window } = new JSDOM('')
const pictures = { of: (id: string) => `/api/file/showSendMailPicture/${id}` }
const clean = (html: string) => cleanMailHtml(html, { window, pictures })
const own = '/api/file/showSendMailPicture/abcdefghij0123456789'
const quoted = {
  from: { name: '李娜', address: 'li.na@yanshu.test' },
  to: [{ name: '', address: 'a@x.cn' }],
  cc: [],
  date: 0,
  subject: '<b>预算</b>',
  html: '<style>p{color:red}</style><p onclick="x()">正文<script>alert(1)</script></p>',
  text: null,
}
const options = { language: 'zh', date: () => '2024年11月2日 14:05', clean } as const

describe('the block of the quoted mail', () => {
  it('says in the language of the writer who wrote what to whom, and cites the mail without what could run', () => {
    const html = quoteBlock(quoted, 'reply', options)
    expect(html).toContain('原始邮件')
    expect(html).toContain('李娜 &lt;li.na@yanshu.test&gt;')
    expect(html).toContain('&lt;b&gt;预算&lt;/b&gt;')
    expect(html).toContain('2024年11月2日 14:05')
    expect(html).not.toContain('抄送')
    expect(html).toMatch(/<blockquote type="cite"[^>]*><p style="color: ?red;?">正文<\/p><\/blockquote>/)
    expect(html).not.toMatch(/script|onclick/)
  })

  it('passes a forwarded mail on without a cite, in English for an English writer', () => {
    const html = quoteBlock({ ...quoted, cc: [quoted.from] }, 'forward', { ...options, language: 'en' })
    expect(html).toContain('Forwarded message')
    expect(html).toContain('<b>Cc: </b>')
    expect(html).not.toContain('blockquote')
  })

  it('quotes plain text when the mail has no HTML', () => {
    expect(quoteBlock({ ...quoted, html: null, text: '一 < 二' }, 'reply', options)).toContain('一 &lt; 二')
  })

  it('is recognised by readers as quoted mail', () => {
    const html = joinLetter({ ...letter, quote: quoteBlock(quoted, 'reply', options) })
    const read = renderMailHtml(html, { mode: 'read', allowRemote: false, window })
    expect(read.html).toContain('<details class="yanshu-quote">')
    expect(QUOTE_DIVIDER.test('------------------ 转发邮件 ------------------')).toBe(true)
  })
})

const letter: LetterParts = {
  plain: false,
  wordSize: 16,
  spacing: 'large',
  body: '<div>您好</div>',
  quote: '<div>old</div>',
}

describe('a letter taken apart', () => {
  it('comes back as it was joined', () => {
    expect(splitLetter(joinLetter(letter), window)).toEqual({ ...letter, paperMark: null })
    expect(splitLetter(joinLetter({ ...letter, quote: null }), window)).toEqual({
      ...letter,
      quote: null,
      paperMark: null,
    })
    const plain = { ...letter, plain: true, body: '第一行\n\n  缩进  <b> & "x"', quote: null }
    expect(splitLetter(joinLetter(plain), window)).toEqual({ ...plain, paperMark: null })
  })

  it('knows text and quote of a mail that was sent, from which the marks are gone', () => {
    const block = quoteBlock(quoted, 'reply', options)
    const sent = joinLetter({ ...letter, quote: block }).replace(/ data-[\w-]+="[^"]*"/g, '')
    const parts = splitLetter(sent, window)
    expect(parts.body).toBe(letter.body)
    expect(parts.quote).toContain('原始邮件')
  })

  it('takes the HTML of others as text', () => {
    expect(splitLetter('<p>a</p><p>b</p>', window)).toMatchObject({ body: '<p>a</p><p>b</p>', quote: null })
  })
})

describe('cleaned HTML', () => {
  it('keeps pictures of this server that a mail being written may show, and no other address of it', () => {
    expect(clean(`<img src="${own}">`)).toContain(`src="${own}"`)
    expect(clean(`<img src="http://localhost:8080${own}">`)).toContain(`src="${own}"`)
    // The key of an encrypted one stays with it; what is no key does not.
    const sealed = `${own}#sealed-${'A'.repeat(43)}`
    expect(clean(`<img src="${sealed}">`)).toContain(`src="${sealed}"`)
    expect(clean(clean(`<p><img src="http://localhost:8080${sealed}"></p>`))).toContain(`src="${sealed}"`)
    expect(clean(`<img src="${own}#sealed-x">`)).not.toContain('img')
    expect(clean('<img src="/api/oauth/logout">')).not.toContain('img')
    expect(clean('<div style="background:url(/api/oauth/logout)">x</div>')).not.toContain('logout')
  })

  it('gives remote pictures their address back for those who get the mail', () => {
    const html = clean('<img src="https://x.cn/a.png" alt="图">')
    expect(html).toContain('src="https://x.cn/a.png"')
    expect(html).not.toMatch(/yanshu/)
  })

  it('drops parts that were not carried over, and what hides behind them', () => {
    expect(clean('a<img src="cid:gone@x"><img src="javascript:alert(1)">b')).toBe('ab')
  })
})
