import { describe, expect, test } from 'vitest'
import { nearKeywords } from './nearWords.ts'

const texts = [
  '差旅费报销单',
  '关于报销的说明',
  '项目会议纪要',
  '张伟',
  '方案评审',
  '季度预算',
  'Budget 2026',
  '广州银行对账单',
]
const near = (keyword: string) => nearKeywords({ keyword, texts })

describe('keywords that sound alike', () => {
  test.each([
    ['报消', ['报销']],
    ['会意', ['会议']],
    ['章伟', ['张伟']],
    ['zhangwei', ['张伟']],
    ['baoxiao', ['报销']],
    ["bao'xiao", ['报销']],
    ['fangan', ['方案']],
    // zh and z, ing and in are written alike by many.
    ['zangwei', ['张伟']],
    ['yinhang', ['银行']],
    ['yingtong', []],
    ['银航', ['银行']],
  ])('%s: %j', (keyword, expected) => {
    expect(near(keyword)).toEqual(expected)
  })

  test('of several words those that no text has are changed', () => {
    expect(near('张伟 报消')).toEqual(['张伟 报销'])
    expect(near('章伟 报消')).toEqual(['张伟 报销'])
    expect(near('budget 会意')).toEqual(['budget 会议'])
  })

  test.each(['报销', 'Budget', '', '报', 'x', '完全没有', '2026', 'a'.repeat(200)])('nothing for %j', (keyword) => {
    expect(near(keyword)).toEqual([])
  })

  test('the same sound comes before a similar one, and what more texts have before what fewer have', () => {
    const found = nearKeywords({ keyword: 'shishi', texts: ['实施', '时事', '时事', '四时'] })
    expect(found).toEqual(['时事', '实施', '四时'])
  })
})
