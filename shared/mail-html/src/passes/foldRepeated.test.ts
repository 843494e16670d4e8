import { describe, expect, it } from 'vitest'
import { renderTree } from '../../test/render.ts'
import { plainTextToHtml } from '../plainTextToHtml.ts'
import { foldRepeated } from './foldRepeated.ts'

const EARLIER = '李娜你好：\n\n附上第三季度的合同草案，请在周五前确认付款条件。\n\n张伟\n采购部'

const fold = (html: string, earlier = EARLIER) =>
  renderTree(html, { fold: foldRepeated(earlier) }).querySelector('details.yanshu-quote')
const textOf = (details: Element | null) => details?.textContent?.replace(/^···/, '').trim()

describe('foldRepeated', () => {
  it.each([
    ['without any mark', plainTextToHtml(`同意。\n\n${EARLIER}`)],
    [
      'in blocks of another program',
      '<p>同意。</p><div><div>李娜你好：</div><div>附上第三季度的合同草案，<b>请在周五前</b>确认付款条件。</div><div>张伟<br>采购部</div></div>',
    ],
    [
      'wrapped anew',
      '<p>同意。</p><p>李娜你好： 附上第三季度的合同草案，请在周五前\n  确认付款条件。</p><p>张伟 采购部</p>',
    ],
  ])('folds what an earlier mail says, %s', (_, html) => {
    expect(textOf(fold(html))?.replace(/\s/g, '')).toBe(EARLIER.replace(/\s/g, ''))
  })
  it('takes the line that introduces it along', () => {
    const html = `<p>同意。</p><p>张伟 在 2026年3月8日 来信：</p>${EARLIER.split('\n')
      .map((line) => `<p>${line}</p>`)
      .join('')}`
    expect(textOf(fold(html))).toContain('李娜你好')
  })
  it('folds nothing of a mail that says something new at its end, or nothing else', () => {
    expect(fold(`<p>${EARLIER}</p><p>以上条件我们不能接受。</p>`)).toBeNull()
    expect(fold(`<p>${EARLIER}</p>`)).toBeNull()
    expect(fold('<p>同意。</p><p>张伟</p>')).toBeNull()
  })
  it('shows a marked quote open in which somebody answered, and closed where it only repeats', () => {
    const quoted = EARLIER.split('\n').join('<br>')
    const mark = '<div>-----原始邮件-----</div>'
    expect(fold(`<p>见下文</p>${mark}<div>${quoted}</div>`)?.hasAttribute('open')).toBe(false)
    const inside = `<p>见下文</p>${mark}<div>${quoted.replace('<br><br>张伟', '<br>付款条件改为验收后三十日内。<br>张伟')}</div>`
    expect(fold(inside)?.hasAttribute('open')).toBe(true)
  })
  it('keeps a quote closed that has a signature and older mail which the earlier one has not', () => {
    const quoted = EARLIER.split('\n').join('<br>')
    const older =
      '<p>在 2026年3月7日，高鹏 写道：</p><blockquote><p>请把第三季度的合同草案发给李娜，抄送法务和财务。</p></blockquote>'
    const signature = '<p>--</p><p>张伟　采购部经理<br>雁书示例集团　电话：19910137911</p>'
    const html = `<p>同意。</p><div>在 2026年3月8日 13:04，张伟 &lt;zhang.wei@yanshu.test&gt; 写道：</div><blockquote><p>${quoted}</p>${signature}${older}</blockquote>`
    expect(fold(html)?.hasAttribute('open')).toBe(false)
    expect(fold(html.replace('<br>张伟', '<br>付款条件改为验收后三十日内。<br>张伟'))?.hasAttribute('open')).toBe(true)
  })
  it('given no earlier mail, then folds by marks alone', () => {
    expect(fold(plainTextToHtml(`同意。\n\n${EARLIER}`), '')).toBeNull()
  })
})
