import { isMailAddress } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { parsePeople } from './parsePeople.ts'
import { addPeople, movePerson, type PeopleLists, replacePerson } from './peopleLists.ts'
import { labelOf, writtenOut } from './person.ts'

const NOBODY: PeopleLists<'to' | 'cc' | 'bcc'> = { to: [], cc: [], bcc: [] }
const parse = (text: string) => parsePeople(text, isMailAddress)
const addresses = (text: string) => parse(text).map(({ address }) => address)
const a = { name: '张伟', address: 'zhang.wei@yanshu.test' }
const b = { name: '', address: 'li.na@yanshu.test' }

describe('a typed or pasted list', () => {
  it('is cut at commas, semicolons, their full-width forms, the enumeration comma, lines and spaces', () => {
    expect(addresses('a@x.cn,b@x.cn;c@x.cn，d@x.cn；e@x.cn、f@x.cn\ng@x.cn\r\nh@x.cn i@x.cn　j@x.cn\tk@x.cn')).toEqual(
      [...'abcdefghijk'].map((one) => `${one}@x.cn`),
    )
  })

  it('keeps display names, quoted or not, and drops a name that only repeats the address', () => {
    expect(parse('张伟 <zhang.wei@yanshu.test>; "Smith, John" <js@x.com>, <b@x.cn>')).toEqual([
      a,
      { name: 'Smith, John', address: 'js@x.com' },
      { name: '', address: 'b@x.cn' },
    ])
    expect(parse('a@x.cn <A@x.cn>')).toEqual([{ name: '', address: 'A@x.cn' }])
    expect(parse('"O\\"Neil" <o@x.cn>')).toEqual([{ name: 'O"Neil', address: 'o@x.cn' }])
  })

  it('reads the forms other programs copy', () => {
    expect(parse('Smith, John <js@x.com>; Doe, Jane <jd@x.com>')).toEqual([
      { name: 'Smith, John', address: 'js@x.com' },
      { name: 'Doe, Jane', address: 'jd@x.com' },
    ])
    expect(parse('zhang.wei@yanshu.test (张伟)')).toEqual([a])
    expect(parse('张伟 zhang.wei@yanshu.test li.na@yanshu.test')).toEqual([a, b])
    expect(parse('张伟<zhang.wei@yanshu.test>李娜<li.na@yanshu.test>')).toEqual([
      a,
      { name: '李娜', address: 'li.na@yanshu.test' },
    ])
    expect(addresses('mailto:a@x.cn?subject=1')).toEqual(['a@x.cn'])
  })

  it('reads tables of Excel, with headings or without, in any order of columns', () => {
    const li = { name: '李娜', address: 'li.na@yanshu.test' }
    expect(parse('张伟\tzhang.wei@yanshu.test\n李娜\tli.na@yanshu.test\n')).toEqual([a, li])
    expect(parse('13800000000\tzhang.wei@yanshu.test\t张伟\r\n13900000000\tli.na@yanshu.test\t李娜')).toEqual([a, li])
    const headed =
      '部门\t姓名\t手机\t邮箱\n市场部\t张伟\t1380\tzhang.wei@yanshu.test\n\n财务部\t李娜\t1390\tli.na@yanshu.test'
    expect(parse(headed)).toEqual([a, li])
    expect(parse('张伟\tzhang.wei@yanshu.test\n待定\t\n李娜\tli.na@yanshu.test')).toEqual([a, li])
    const many = Array.from({ length: 200 }, (_, at) => `同事${'甲乙'[at % 2]}\tn${at}@yanshu.test`)
    expect(parse(many.join('\n'))).toHaveLength(200)
  })

  it('reads the forms of Foxmail, Outlook and 企业微信', () => {
    expect(parse('"张伟"<zhang.wei@yanshu.test>;li.na<li.na@yanshu.test>;')).toEqual([a, { ...b, name: 'li.na' }])
    expect(parse('张伟 [mailto:zhang.wei@yanshu.test]; li.na@yanshu.test')).toEqual([a, b])
    expect(parse('张伟(zhang.wei@yanshu.test)、李娜（li.na@yanshu.test）')).toEqual([
      a,
      { name: '李娜', address: 'li.na@yanshu.test' },
    ])
  })

  it('understands full-width signs and letters of a Chinese keyboard', () => {
    expect(parse('张伟《ｚｈａｎｇ.wei＠yanshu.test》')).toEqual([a])
    expect(addresses('a＠x．cn')).toEqual(['a@x.cn'])
    expect(addresses('a@x.cn。')).toEqual(['a@x.cn'])
  })

  it('gives back what is no address as it was typed', () => {
    expect(parse('张伟, not an address; a@x.cn')).toEqual([
      { name: '', address: '张伟, not an address' },
      { name: '', address: 'a@x.cn' },
    ])
    expect(addresses('a@b@c.cn，"开口 x@y.cn')).toEqual(['a@b@c.cn', 'x@y.cn'])
    expect(parse('  ，；\n ')).toEqual([])
  })

  it('reads back what is written out', () => {
    for (const one of [a, b, { name: 'Smith, "J" \\', address: 'j@x.cn' }]) {
      expect(parse(writtenOut(one))).toEqual([one])
    }
  })
})

describe('the three fields', () => {
  it('hold nobody twice, without regard to case', () => {
    const first = addPeople(NOBODY, 'to', [a, b])
    const again = addPeople(first.lists, 'cc', [{ name: '', address: 'LI.NA@yanshu.test' }])
    expect(again.lists).toEqual({ to: [a, b], cc: [], bcc: [] })
    expect(again.duplicates).toHaveLength(1)
  })

  it('let people be moved and corrected in place', () => {
    const { lists } = addPeople(NOBODY, 'to', [a, { name: '', address: 'wrong' }, b])
    const moved = movePerson(lists, 'to', a.address, 'bcc')
    expect(moved.to.map(({ address }) => address)).toEqual(['wrong', b.address])
    expect(moved.bcc).toEqual([a])
    const { lists: put } = replacePerson(moved, 'to', 'wrong', parse('right@x.cn, more@x.cn'))
    expect(put.to.map(({ address }) => address)).toEqual(['right@x.cn', 'more@x.cn', b.address])
  })
})

it('tells people of one name apart by department, else by address', () => {
  const one = { name: '王芳', address: 'wang.fang@yanshu.test', deptName: '市场部' }
  const other = { name: '王芳', address: 'wang.fang2@yanshu.test' }
  expect(labelOf(one, [one, a])).toBe('王芳')
  expect(labelOf(one, [one, other])).toBe('王芳 · 市场部')
  expect(labelOf(other, [one, other])).toBe('王芳 · wang.fang2@yanshu.test')
  expect(labelOf(b, [b])).toBe(b.address)
})
