import { describe, expect, test } from 'vitest'
import { htmlToText } from './html-text.ts'
import { previewOf } from './preview.ts'

describe('htmlToText', () => {
  test('blocks are lines, cells are tabs, entities are characters', () => {
    const html =
      '<h1>周报</h1><p>A &amp; B&nbsp;&lt;C&gt;<br>第二行 &#x1F600; &copy; &hellip;</p><table><tr><td>一</td><td>二</td></tr><tr><td>三</td></tr></table>'
    expect(htmlToText(html)).toBe('周报\n\nA & B <C>\n第二行 😀 © …\n\n一\t二\n\n三')
  })

  test('nothing that is not shown', () => {
    const html =
      '<html><head><title>T</title><style>p{color:red}</style></head><body><script>var x = "<p>no</p>"</script>' +
      '<!-- <p>comment</p> --><div style="display:none;font-size:1px">hidden <div>deeper</div> still</div>' +
      '<span style="max-height: 0; overflow:hidden">pre</span><p hidden>gone<p>shown</p><template>t</template></body></html>'
    expect(htmlToText(html)).toBe('shown')
  })

  test('the padding of a preheader is dropped, joined emoji and scripts are kept', () => {
    expect(htmlToText('<p>优惠&zwnj;&nbsp;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#8203;结束 👨‍👩‍👧</p>')).toBe(
      '优惠 结束 👨‍👩‍👧',
    )
  })

  test('a page that starts without body, and one that never closes anything', () => {
    expect(htmlToText('<head><title>x</title><body>text')).toBe('text')
    expect(htmlToText('a<b>c<i>d<p>e')).toBe('acd\ne')
    expect(htmlToText('a < b and 5 > 3 <')).toBe('a < b and 5 > 3 <')
  })

  test('quotes can be left out', () => {
    const html =
      '<p>好的</p><blockquote>旧的<blockquote>更旧</blockquote></blockquote><div class="gmail_quote">On … wrote</div>'
    expect(htmlToText(html, { skipQuotes: true })).toBe('好的')
  })

  test('stops when it has enough', () => {
    expect(htmlToText(`<p>${'很长。'.repeat(100_000)}</p>`, { maxLength: 50 })).toHaveLength(50)
  })

  test.each([
    ['nested 200,000 deep and closed by other names', '<b>'.repeat(200_000) + '</i>'.repeat(200_000)],
    ['hidden 100,000 deep', '<div hidden>'.repeat(100_000)],
    ['nothing but <', '<'.repeat(1_000_000)],
    ['a tag that never ends', `<a ${'x '.repeat(500_000)}`],
    ['comments that never end', '<!--'.repeat(250_000)],
    ['entities that are none', '&a'.repeat(500_000)],
    ['blanks and tabs', ' \t'.repeat(500_000)],
    ['zero-width padding', '&zwnj;&nbsp;'.repeat(80_000)],
  ])('%s takes time in proportion', (_, html) => {
    const before = process.cpuUsage()
    htmlToText(html)
    const { user, system } = process.cpuUsage(before)
    // A quadratic pass over these would take minutes.
    expect((user + system) / 1_000).toBeLessThan(4_000)
  })
})

describe('previewOf', () => {
  test('own words only, on one line', () => {
    expect(previewOf('同意，\n请  尽快办理。\n\n> 旧的内容\n在 2026年11月20日，李娜 写道：\n旧', null)).toBe(
      '同意， 请 尽快办理。',
    )
    expect(previewOf('好\n\n-----原始邮件-----\n发件人: x', null)).toBe('好')
    expect(previewOf('Fine.\n\nOn Fri, 20 Nov 2026, Li Na wrote:\n> old', null)).toBe('Fine.')
    expect(previewOf('正文\n-- \n张伟\n电话 1', null)).toBe('正文')
  })

  test('only a quote shows the quote; html stands in for a missing text', () => {
    expect(previewOf('> 只有引用', null)).toBe('> 只有引用')
    expect(previewOf(null, '<style>x</style><p>来自<b>网页</b></p>')).toBe('来自网页')
    expect(previewOf('  \n', '<p>网页</p>')).toBe('网页')
    expect(previewOf(null, null)).toBe('')
  })

  test('at most 160 characters, none cut in two', () => {
    const preview = previewOf('𠮷'.repeat(500), null)
    expect(Array.from(preview)).toHaveLength(160)
    expect(preview.isWellFormed()).toBe(true)
  })
})

test('preformatted text keeps its indentation and its columns', () => {
  const html = '<p>log:   a</p><pre>  if (x) {\n\treturn&nbsp;&nbsp;1   \n    }\n\n\n\n  end</pre><p>  after   it </p>'
  expect(htmlToText(html)).toBe('log: a\n\n  if (x) {\n\treturn  1\n    }\n\n  end\n\nafter it')
  expect(htmlToText('<pre>\n    first\n  second</pre>')).toBe('    first\n  second')
})
