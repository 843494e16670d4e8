import type { LetterSignature } from '@yanshu/contracts'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { withRecipients } from '../validation/letterFields.ts'
import { detachedBody } from '../write/detachedBody.ts'
import { exchangedHtml, exchangedText, plainSignature } from './exchangeSignature.ts'
import { markedSignature, signatureIn } from './signatureMark.ts'

const { window } = new JSDOM('')
const letterWindow = window as unknown as Parameters<typeof plainSignature>[2]
const signature = (key: string, html: string): LetterSignature => ({
  key,
  name: key,
  html,
  forNew: false,
  forReply: false,
  sender: '',
})

describe('the signature of a letter that has no marks', () => {
  const known = [signature('own-1', '<p>张伟</p><p>雁书<br>网易</p>'), signature('own-2', '<p>李娜</p>')]

  test('given a plain letter, then it is found by whole lines and exchanged where it stands last', () => {
    const text = '您好\n张伟\n雁书 网易\n附言'
    expect(plainSignature(text, known, letterWindow)?.key).toBe('own-1')
    expect(exchangedText(text, '张伟\n雁书 网易', '李娜')).toBe('您好\n李娜\n附言')
    expect(exchangedText(text, '张伟\n雁书 网易', '')).toBe('您好\n\n附言')
    expect(plainSignature('李娜您好', known, letterWindow)).toBeUndefined()
    expect(exchangedText('李娜您好', '', '李娜')).toBe('李娜您好\n\n李娜')
    expect(exchangedText('李娜您好', '', '')).toBe('李娜您好')
  })

  test('given one below the quoted mail, then it is exchanged there and the quoted mail stays', () => {
    const quote = `<blockquote>旧信<data value="41">41</data></blockquote>${markedSignature('own-1', '<p>张伟</p>')}`
    expect(signatureIn(quote)).toBe('own-1')
    const next = exchangedHtml(quote, markedSignature('own-2', '<p>李娜</p>'), letterWindow)
    expect(next).toBe(
      '<blockquote>旧信<data value="41">41</data></blockquote><data value="yanshu-signature own-2"><p>李娜</p></data>',
    )
    const none = exchangedHtml(next, markedSignature('none', ''), letterWindow)
    expect(signatureIn(none)).toBe('none')
    expect(exchangedHtml(none, markedSignature('own-1', '<p>张伟</p>'), letterWindow)).toContain('张伟')
    expect(signatureIn('<p>x</p>')).toBeNull()
  })

  test('given marks of inserted words beside it, then clearing them leaves it', () => {
    const body = detachedBody(
      `<p><data value="yanshu-inserted">词</data></p>${markedSignature('own-1', '<p>张伟</p>')}`,
    )
    body.clearMarks()
    expect(body.html()).toBe(`<p>词</p>${markedSignature('own-1', '<p>张伟</p>')}`)
  })
})

test('given a template that names its recipient, then it is filled in once there is one', () => {
  const none = { to: [], cc: [], bcc: [] }
  const two = {
    ...none,
    to: [
      { name: '张<伟', address: 'a@b.cn' },
      { name: '', address: 'li.na@b.cn' },
    ],
  }
  expect(withRecipients('{{收件人}}，您好', none)).toBe('{{收件人}}，您好')
  expect(withRecipients('{{收件人}}，{{ recipient }}$&', two)).toBe('张<伟、li.na，张<伟、li.na$&')
})
