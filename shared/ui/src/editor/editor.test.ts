import { cleanMailHtml } from '@yanshu/mail-html'
import { JSDOM } from 'jsdom'
import { GapCursor } from 'prosemirror-gapcursor'
import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { leaveTable, toEnd, typeInGap } from './aroundTables.ts'
import { EMOJI, FONTS, fontOf, SIZES } from './choices.ts'
import { commands, factsOf, linkAddress, setLink } from './commands.ts'
import { mailHtml } from './mailSerializer.ts'
import { LetterParser } from './parseLetter.ts'
import { linesOf } from './pasteRules.ts'
import { fileOfDataUrl } from './pictures.ts'
import { schema } from './schema.ts'
import { setSignature, signatureKey } from './signatures.ts'

const { window } = new JSDOM('')
const parser = new LetterParser(window)
const pictures = { of: (id: string) => `/api/file/showSendMailPicture/${id}` }
const clean = (html: string) => cleanMailHtml(html, { window, pictures })
const written = (html: string) => mailHtml(parser.parseHtml(html), window.document)
const again = (html: string) => written(clean(written(html)))

/** An editor's state with everything selected. */
function selected(html: string) {
  let state = EditorState.create({ doc: parser.parseHtml(html) })
  const from = TextSelection.atStart(state.doc).from
  const to = TextSelection.atEnd(state.doc).to
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
  return state
}

describe('a letter written as mail', () => {
  it('comes back the same through cleaning and reading, however often', () => {
    const html = [
      '<p>第一行 <b>粗</b><i>斜</i><u>下</u><s>删</s></p><p></p>',
      '<p style="text-align:center;margin-left:4em"><span style="font-size:18px;color:#cf1322">红</span></p>',
      `<p><span style="font-family:${FONTS[1]?.family}">宋</span><span style="background-color:#fff566">亮</span></p>`,
      '<ol start="3"><li><p>一</p><ul><li><p>二</p></li></ul></li></ol><blockquote><p>引</p></blockquote>',
      '<p><a href="https://x.cn/?a=1&amp;b=2">链接</a><br>换行<sup>2</sup></p><h2>标题</h2><hr>',
      '<table><tr><td colspan="2" style="background-color:#eeeeee"><p>甲</p></td></tr><tr><td>乙</td><td>丙</td></tr></table>',
      '<p><img src="/api/file/showSendMailPicture/abcdefghij0123456789" alt="图" width="120"></p>',
    ].join('')
    const once = written(html)
    expect(again(html)).toBe(once)
    for (const part of [
      '第一行',
      'text-align',
      'margin-left: 4em',
      'font-size: 18px',
      'start="3"',
      'colspan="2"',
      '<h2',
      '<sup>',
      'width="120"',
    ]) {
      expect(once.replaceAll(':', ': ').replaceAll(':  ', ': ')).toContain(
        part.replaceAll(':', ': ').replaceAll(':  ', ': '),
      )
    }
  })

  it('keeps what was inserted as marked, and shows it as marked again', () => {
    const html = '<p>我写的<data value="yanshu-inserted">工具写的<b>粗</b></data></p><p><data value="41">41</data></p>'
    const once = written(html)
    expect(once).toContain('<data value="yanshu-inserted">工具写的<strong>粗</strong></data>')
    expect(once).toContain('<div>41</div>')
    expect(again(html)).toBe(once)
  })

  it('holds a signature as one block, which drafts keep and which is plain text for who does not know it', () => {
    const html = '<p>正文</p><data value="yanshu-signature own-1"><p>张伟</p><p>雁书</p></data>'
    const once = written(html)
    expect(once).toMatch(/<data value="yanshu-signature own-1 \w+\.\w+"><div>张伟<\/div><div>雁书<\/div><\/data>$/)
    expect(again(html)).toBe(once)
    const holder = window.document.createElement('div')
    holder.innerHTML = html
    expect(parser.parseSlice(holder).content.toString()).not.toContain('signature')
  })

  it('has looks in style attributes only, and lines that no program spreads', () => {
    const html = written('<p class="MsoNormal" id="x" onclick="y()">a</p><table class="t"><tr><td>b</td></tr></table>')
    expect(html).not.toMatch(/ (?:class|id|onclick)=/)
    expect(html).toMatch(/^<div>a<\/div><table border="1"/)
    expect(written('<p></p>')).toBe('<div><br></div>')
  })

  it('keeps empty lines empty, whoever wrote them', () => {
    expect(written('<div>a</div><div><br></div><div>b<br></div>')).toBe('<div>a</div><div><br></div><div>b</div>')
    expect(written('<div><div>a</div><div>b</div></div>')).toBe('<div>a</div><div>b</div>')
  })

  it('leaves out pictures on their way, and takes no address that is not a link', () => {
    expect(written('<p>a<img alt="x">b</p>')).toBe('<div>ab</div>')
    expect(written('<p><a href="javascript:x()">a</a></p>')).toBe('<div>a</div>')
  })
})

describe('what office programs copy', () => {
  it('keeps table, weight, size and colour of a sheet that styles by classes', () => {
    const html = written(
      clean(
        '<html><head><style>.xl65{color:#C00000;font-weight:700;background:#FFF2CC;text-align:center}</style></head><body><table><col width=72><tr height=20><td class="xl65" width=72>预算</td><td align=right>12.5</td></tr></table></body></html>',
      ),
    )
    expect(html).toMatch(/<td[^>]*background-color: ?(?:#fff2cc|rgb\(255, 242, 204\))/i)
    expect(html).toMatch(/<strong>|font-weight/)
    expect(html).toContain('预算')
    expect(html).toContain('12.5')
    // Numbers stand at the right and titles in the middle, as in the sheet, and stay there in the next draft.
    const lines = [
      ...new window.DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLElement>('td > div'),
    ]
    expect(lines.map((line) => [line.textContent, line.style.textAlign])).toEqual([
      ['预算', 'center'],
      ['12.5', 'right'],
    ])
    expect(again(html)).toBe(html)
  })

  it('drops the black that Word says of every letter, but not a colour', () => {
    const html = written(
      '<p><span style="color:black">a</span><span style="color:windowtext">b</span><span style="color:red">c</span></p>',
    )
    expect(html).toMatch(/^<div>ab<span style="color: ?red;?">c<\/span><\/div>$/)
  })
})

describe('commands', () => {
  const after = (html: string, command: (typeof commands)['bold']) => {
    let state = selected(html)
    command(state, (tr) => {
      state = state.apply(tr)
    })
    return { state, html: mailHtml(state.doc, window.document), facts: factsOf(state) }
  }

  it('give one font at a time and take it away again', () => {
    const { state } = after('<p><span style="font-family:Arial">a</span>b</p>', commands.font(FONTS[3]?.family ?? ''))
    expect(fontOf(factsOf(state).font)?.id).toBe('kai')
    let cleared = state
    commands.font(null)(state, (tr) => {
      cleared = state.apply(tr)
    })
    expect(factsOf(cleared).font).toBeNull()
  })

  it('turn lists into each other and back into lines', () => {
    expect(after('<p>a</p>', commands.bulletList).facts.list).toBe('bullet')
    expect(after('<ul><li><p>a</p></li></ul>', commands.numberList).facts.list).toBe('number')
    expect(after('<ul><li><p>a</p></li></ul>', commands.bulletList).facts.list).toBeNull()
  })

  it('clear every look but links', () => {
    const { html } = after(
      '<p style="text-align:center"><b>a</b><a href="https://x.cn">b</a></p>',
      commands.clearFormat,
    )
    expect(html).toMatch(/^<div>a<a href="https:\/\/x.cn"/)
  })

  it('align and indent lines within bounds', () => {
    expect(after('<p>a</p>', commands.align('right')).facts.align).toBe('right')
    expect(after('<p>a</p>', commands.indent).html).toContain('margin-left')
    expect(after('<p>a</p>', commands.outdent).html).toBe('<div>a</div>')
  })

  it('link what is selected and unlink it', () => {
    const { state } = after('<p>雁书</p>', setLink('https://yanshu.test'))
    expect(factsOf(state).link).toBe('https://yanshu.test')
    let unlinked = state
    setLink('')(state, (tr) => {
      unlinked = state.apply(tr)
    })
    expect(factsOf(unlinked).link).toBeNull()
  })

  it.each([
    ['at the end', '<table><tr><td>甲</td></tr></table>'],
    ['between two', '<table><tr><td>甲</td></tr></table><table><tr><td>乙</td></tr></table>'],
  ])('put text that comes where no line is into one of its own, below a table %s', (_, html) => {
    const doc = parser.parseHtml(html)
    const state = EditorState.create({ doc })
    const below = doc.firstChild?.nodeSize ?? 0
    const gap = state.apply(state.tr.setSelection(new GapCursor(doc.resolve(below))))
    const typed = typeInGap(gap, '。')
    expect(typed?.doc.child(1).toString()).toBe('paragraph("。")')
    expect(typed?.doc.childCount).toBe(doc.childCount + 1)
    expect(typed?.selection.$head.parent.textContent).toBe('。')
    expect(typeInGap(state, '。')).toBeNull()
  })

  it('lead to a line of text below a table, which is made once', () => {
    const doc = parser.parseHtml('<table><tr><td>甲</td></tr></table>')
    let state = EditorState.create({ doc, selection: TextSelection.atEnd(doc) })
    for (let times = 0; times < 2; times += 1) {
      toEnd(state, (tr) => {
        state = state.apply(tr)
      })
      expect([state.doc.childCount, state.selection.$head.depth]).toEqual([2, 1])
    }
    const left = leaveTable(state.apply(state.tr.setSelection(TextSelection.atStart(state.doc))))
    expect([left?.doc.childCount, left?.selection.$head.index(0)]).toEqual([2, 1])
  })

  it('insert tables of the size that was asked for', () => {
    const { html } = after('<p>a</p>', commands.insertTable(2, 3))
    expect(html.match(/<td/g)).toHaveLength(6)
  })
})

it('reads link addresses as people type them', () => {
  expect(linkAddress(' https://x.cn/a?b ')).toBe('https://x.cn/a?b')
  expect(linkAddress('www.yanshu.test/路径')).toBe('https://www.yanshu.test/路径')
  expect(linkAddress('li.na@yanshu.test')).toBe('mailto:li.na@yanshu.test')
  expect(linkAddress('javascript:alert(1)')).toBe('')
  expect(linkAddress('随便写')).toBe('')
})

it('keeps the empty lines of pasted text', () => {
  expect(linesOf('一\n\n三').content.childCount).toBe(3)
})

it('turns pictures inside HTML into files, and nothing else', async () => {
  const file = fileOfDataUrl('data:image/png;base64,iVBORw0KGgo=')
  expect([file?.type, file?.size]).toEqual(['image/png', 8])
  expect(fileOfDataUrl('data:image/svg+xml;base64,PHN2Zz4=')).toBeNull()
})

it('offers every emoji whole and once, and the usual size among the sizes', () => {
  expect(new Set(EMOJI).size).toBe(EMOJI.length)
  expect(EMOJI).toContain('🇨🇳')
  expect(EMOJI.length).toBeGreaterThan(60)
  expect(SIZES).toContain('14px')
  expect(schema.nodes.doc.createAndFill()).not.toBeNull()
})

describe('a signature', () => {
  const marked = (key: string, ...lines: string[]) =>
    `<data value="yanshu-signature ${key}">${lines.map((line) => `<p>${line}</p>`).join('')}</data>`
  const stateOf = (html: string) => EditorState.create({ doc: parser.parseHtml(html), plugins: [history()] })
  const put = (state: EditorState, key: string | null, ...lines: string[]) => {
    const { content } = parser.parseHtml(lines.map((line) => `<p>${line}</p>`).join(''))
    return state.apply(setSignature(state, key === null ? null : { key, content }))
  }
  const textOf = ({ doc }: EditorState) => doc.textBetween(0, doc.content.size, '|')

  it('is exchanged where it stands, and what was typed around it stays', () => {
    const begun = stateOf(`<p>前</p>${marked('own-1', '甲', '乙')}<p>后</p>`)
    const next = put(begun, 'own-2', '丙')
    expect(textOf(next)).toBe('前|丙|后')
    expect(signatureKey(next.doc)).toBe('own-2')
    const none = put(next, null)
    expect([textOf(none), signatureKey(none.doc)]).toEqual(['前|后', null])
    expect(textOf(put(none, 'system-card', '丁'))).toBe('前|后|丁')
  })

  it('leaves what somebody has typed into it, as text above the next', () => {
    const begun = stateOf(`<p>前</p>${marked('own-1', '甲', '乙')}`)
    const { tr } = begun
    const typed = begun.apply(tr.insertText('！附言', tr.doc.content.size - 2))
    expect(textOf(put(typed, 'own-2', '丙'))).toBe('前|乙！附言|丙')
    expect(textOf(put(stateOf(written(mailHtml(typed.doc, window.document))), null))).toBe('前|乙！附言')
  })

  it('is one step to undo, with what it replaced', () => {
    const begun = stateOf(`<p>前</p>${marked('own-1', '甲')}`)
    let state = put(begun, 'own-2', '丙')
    undo(state, (tr) => {
      state = state.apply(tr)
    })
    expect(state.doc.eq(begun.doc)).toBe(true)
  })

  it('alone in a letter leaves a line to write on', () => {
    const state = put(stateOf(marked('own-1', '甲')), null)
    expect(state.doc.toString()).toBe('doc(paragraph)')
  })
})
