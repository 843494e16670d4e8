import { describe, expect, test } from 'vitest'
import { formatAddress, formatAddressList, parseAddressList, parseTypedAddresses } from './addresses.ts'
import { decodeWords } from './encodedWords.ts'

const pairs = (header: string) => parseAddressList(header, decodeWords).map(({ name, address }) => `${name}|${address}`)

describe('parseAddressList', () => {
  test.each([
    ['a@x.cn', ['|a@x.cn']],
    ['Li Na <li.na@x.cn>, b@x.cn', ['Li Na|li.na@x.cn', '|b@x.cn']],
    ['"Li, Na" <li.na@x.cn>', ['Li, Na|li.na@x.cn']],
    ['Li, Na <li.na@x.cn>', ['Li, Na|li.na@x.cn']],
    ['"quote \\" in" <a@x.cn>', ['quote " in|a@x.cn']],
    ['li.na@x.cn (Li Na)', ['Li Na|li.na@x.cn']],
    ['Team: a@x.cn, "B" <b@x.cn>;, c@x.cn', ['|a@x.cn', 'B|b@x.cn', '|c@x.cn']],
    ['undisclosed-recipients:;', []],
    ['=?utf-8?B?5byg5LyfLCDmnY7lqJw=?= <z@x.cn>', ['张伟, 李娜|z@x.cn']],
    ['"z@x.cn" <z@x.cn>', ['|z@x.cn']],
    ['"boss@x.cn" <evil@y.cn>', ['boss@x.cn|evil@y.cn']],
    ['<@relay.cn,@b.cn:a@x.cn>', ['|a@x.cn']],
    ['张伟 <张伟@例子.中国>', ['张伟|张伟@例子.中国']],
    ['a@x.cn; b@x.cn', ['|a@x.cn', '|b@x.cn']],
    ['Nobody', ['Nobody|']],
    ['=?utf-8?Q?Wang_=3Cw=40x=2Ecn=3E?=', ['Wang|w@x.cn']],
    ['(only (a nested) comment)', []],
    ['', []],
    ['"unclosed <a@x.cn>', ['unclosed|a@x.cn']],
  ])('%s', (header, expected) => {
    expect(pairs(header)).toEqual(expected)
  })

  test('an encoded name with an address in it does not redirect the mail', () => {
    const hostile = '=?utf-8?Q?=3Cboss=40x=2Ecn=3E=2C?= <evil@y.cn>'
    expect(parseAddressList(hostile, decodeWords).map((one) => one.address)).toEqual(['evil@y.cn'])
  })
})

describe('formatAddress', () => {
  test('quotes only what needs it, and survives parsing', () => {
    expect(formatAddress({ name: '张伟', address: 'z@x.cn' })).toBe('张伟 <z@x.cn>')
    expect(formatAddress({ name: 'Li, "Na"', address: 'l@x.cn' })).toBe('"Li, \\"Na\\"" <l@x.cn>')
    expect(formatAddress({ name: '', address: 'l@x.cn' })).toBe('l@x.cn')
    const list = [
      { name: 'a\\b, c', address: 'a@x.cn' },
      { name: '王芳（销售）', address: 'w@x.cn' },
    ]
    expect(parseAddressList(formatAddressList(list))).toEqual(list)
  })

  test('a line break in a name can not start a header', () => {
    expect(formatAddress({ name: 'a\r\nBcc: x@y.z', address: 'z@x.cn' })).toBe('"a Bcc: x@y.z" <z@x.cn>')
  })
})

describe('parseTypedAddresses', () => {
  test('every separator people type', () => {
    const typed = 'a@x.cn；b@x.cn，c@x.cn、d@x.cn, e@x.cn; f@x.cn\ng@x.cn h@x.cn'
    expect(parseTypedAddresses(typed).addresses.map((one) => one.address)).toEqual(
      [...'abcdefgh'].map((letter) => `${letter}@x.cn`),
    )
  })

  test('names, full-width signs and brackets', () => {
    expect(
      parseTypedAddresses('张伟《zhang.wei＠yanshu.test》；“李, 娜”<li.na@yanshu.test>；王芳 wang.fang@yanshu.test'),
    ).toEqual({
      addresses: [
        { name: '张伟', address: 'zhang.wei@yanshu.test' },
        { name: '李, 娜', address: 'li.na@yanshu.test' },
        { name: '王芳', address: 'wang.fang@yanshu.test' },
      ],
      invalid: [],
    })
  })

  test('what is no address is returned as it was typed', () => {
    expect(parseTypedAddresses('张三，zhang.wei@yanshu，ok@x.cn')).toEqual({
      addresses: [{ name: '', address: 'ok@x.cn' }],
      invalid: ['张三', 'zhang.wei@yanshu'],
    })
  })
})
