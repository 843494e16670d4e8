import { describe, expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'
import { plainTextToHtml } from '../plainTextToHtml.ts'

const folded = (html: string) =>
  renderTree(html).querySelector('details.yanshu-quote')?.textContent?.replace(/^···/, '').trim()

describe('collapseQuotes', () => {
  it.each([
    [
      'Gmail',
      '<div>好</div><div class="gmail_quote"><div>On Fri wrote:</div><blockquote>旧</blockquote></div>',
      'On Fri wrote:旧',
    ],
    [
      'Thunderbird',
      '<p>好</p><div class="moz-cite-prefix">在 3月8日，张伟 写道：</div><blockquote type="cite">旧</blockquote>',
      '在 3月8日，张伟 写道：旧',
    ],
    [
      'Outlook',
      '<div><p>好</p><div><div style="border-top:solid #E1E1E1 1pt"><p><b>发件人:</b> 张伟<br><b>发送时间:</b> 3月8日<br><b>收件人:</b> 李娜</p></div></div><p>旧</p></div>',
      '发件人: 张伟发送时间: 3月8日收件人: 李娜旧',
    ],
    [
      'QQ',
      '<div>好</div><div>------------------ 原始邮件 ------------------</div><div>旧</div>',
      '------------------ 原始邮件 ------------------旧',
    ],
    ['English divider', '<p>ok</p><p>-----Original Message-----</p><p>old</p>', '-----Original Message-----old'],
    ['plain text', '<div>好</div><blockquote type="cite"><div>旧</div></blockquote>', '旧'],
    [
      'plain text with the line that introduces it',
      plainTextToHtml('好\n-- \n张伟\n\n在 2024年3月8日 10:00，李娜 <li.na@yanshu.test> 写道：\n> 旧'),
      '在 2024年3月8日 10:00，李娜 <li.na@yanshu.test> 写道：旧',
    ],
  ])('folds the history of %s', (_client, html, text) => {
    expect(folded(html)).toBe(text)
  })
  it('given an answer below the quote, folds nothing', () => {
    const html = '<blockquote type="cite">旧</blockquote><p>好</p>'
    expect(folded(html)).toBeUndefined()
    expect(render(html).hasQuote).toBe(true)
  })
  it('given nothing but a forwarded mail, folds nothing', () => {
    expect(folded('<div class="gmail_quote">---------- Forwarded message ---------<br>旧</div>')).toBeUndefined()
  })
  it('given paper, folds nothing', () => {
    const html = '<p>好</p><blockquote type="cite">旧</blockquote>'
    expect(render(html, { mode: 'print' }).html).not.toContain('<details')
    expect(render(html, { mode: 'print' }).hasQuote).toBe(true)
  })
  it('given a mail without history, says so', () => {
    expect(render('<p>发件人 is a word</p>').hasQuote).toBe(false)
  })
})
