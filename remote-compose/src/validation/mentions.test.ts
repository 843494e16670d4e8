import { expect, test } from 'vitest'
import { filesForOthers } from './fileForOther.ts'
import { dateMismatches } from './mentionedDates.ts'

/** Thursday. */
const NOW = Date.parse('2026-11-26T10:00:00Z')
const found = (text: string) => dateMismatches(text, NOW).map(({ text: words, weekday }) => [words, weekday])

test('a date is named whose weekday is another', () => {
  expect(found('我们周五（28日）下午开会')).toEqual([['周五（28日', 6]])
  expect(found('请于11月28日（周五）前提交')).toEqual([['11月28日（周五', 6]])
  expect(found('2026年12月1日星期三见')).toEqual([['2026年12月1日星期三', 2]])
  expect(found('see you on Friday, Nov 28')).toEqual([['Friday, Nov 28', 6]])
  expect(found('on Monday, 1 December 2026 at ten')).toEqual([['Monday, 1 December 2026', 2]])
})

test('a date that fits, in this year or one beside it, and what is no date are let pass', () => {
  for (const text of [
    '周五（27日）',
    '11月28日 周六',
    'Friday, Nov 27',
    // 2025 and the month before.
    '11月28日（周五）的会议纪要'.replace('28', '20'),
    '星期六 31日',
    '每周五，28 个人',
    '周五 28 元',
    'Sunday best 28',
    '31日2月',
    '',
  ])
    expect(found(text)).toEqual([])
})

const person = (name: string, address = `${name}@x.test`) => ({ name, address })

test('a file that names a person who gets nothing of the letter is named, and one for a recipient is not', () => {
  const known = [person('李四'), person('张三'), person('Ann Lee'), person('王'), person('it')]
  const to = [person('张三')]
  expect(filesForOthers(['报价_李四.pdf', '报价.pdf'], to, known)).toEqual([{ file: '报价_李四.pdf', name: '李四' }])
  expect(filesForOthers(['offer-Ann_Lee v2.docx'], to, known)).toEqual([
    { file: 'offer-Ann_Lee v2.docx', name: 'Ann Lee' },
  ])
  expect(filesForOthers(['张三与李四的合同.pdf', '国王的新衣.txt', 'it.txt'], to, known)).toEqual([])
  expect(filesForOthers(['报价_李四.pdf'], [...to, person('李四', 'other@x.test')], known)).toEqual([])
})
