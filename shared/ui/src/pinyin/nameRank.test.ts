import { expect, it } from 'vitest'
import { NAME_RANK, nameRank } from './nameRank.ts'
import { FIRST_OF_SYLLABLE, SYLLABLES } from './syllableTable.ts'

it.each([
  ['项目资料', '项目资料', 'exact'],
  ['项目', '项目资料', 'start'],
  ['xiangmu', '项目资料', 'start'],
  ['xmzl', '项目资料', 'start'],
  ['xiangmuzl', '项目资料', 'start'],
  ['项m', '项目资料', 'start'],
  ['x', '项目资料', 'start'],
  ['ziliao', '项目资料', 'inside'],
  ['zl', '项目资料', 'inside'],
  ['资料', '项目资料', 'inside'],
  ['lz', '项目资料', 'none'],
  ['caiwu', '财务报销', 'start'],
  ['hetong', '合同', 'start'],
  ['kehu', '客户往来', 'start'],
  ['gongying', '供应商', 'start'],
  ['zhongyao', '重要', 'start'],
  ['chongfu', '重复', 'start'],
  ['huiyi', '会议', 'start'],
  ['kuaiji', '会计', 'start'],
  ['lvyou', '旅游', 'start'],
  ['xuqiu', '需求', 'start'],
  ['inv', 'Invoices 2026', 'start'],
  ['2026', 'Invoices 2026', 'inside'],
  ['q3yj', 'Q3 业绩', 'start'],
  ['', '任何', 'start'],
] as const)('%j points at %s: %s', (typed, name, rank) => {
  expect(nameRank(typed, name)).toBe(NAME_RANK[rank])
})

it('has a first character for each syllable, in the order of the browser', () => {
  expect(FIRST_OF_SYLLABLE).toHaveLength(SYLLABLES.length)
  expect(FIRST_OF_SYLLABLE.toSorted(new Intl.Collator('zh-u-co-pinyin').compare)).toEqual(FIRST_OF_SYLLABLE)
})
