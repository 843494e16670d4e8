import { expect, test } from 'vitest'
import { naturalDate } from '../days/naturalDate.ts'
import { readSearchWords, type SearchWords } from './searchWords.ts'

/** Sunday 2026-11-22, 15:00 in China. */
const moment = { now: Date.parse('2026-11-22T07:00:00Z'), timeZone: 8 }
const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`)
const DAY = 86_400_000

test.each([
  ['今天', '2026-11-22', '2026-11-23'],
  ['昨天', '2026-11-21', '2026-11-22'],
  ['前天', '2026-11-20', '2026-11-21'],
  ['本周', '2026-11-16', '2026-11-23'],
  ['上周', '2026-11-09', '2026-11-16'],
  ['上周三', '2026-11-11', '2026-11-12'],
  ['周日', '2026-11-22', '2026-11-23'],
  ['上周天', '2026-11-15', '2026-11-16'],
  ['3月', '2026-03-01', '2026-04-01'],
  ['三月', '2026-03-01', '2026-04-01'],
  ['十二月', '2025-12-01', '2026-01-01'],
  ['12月', '2025-12-01', '2026-01-01'],
  ['3月8日', '2026-03-08', '2026-03-09'],
  ['12月1号', '2025-12-01', '2025-12-02'],
  ['11月22日', '2026-11-22', '2026-11-23'],
  ['去年', '2025-01-01', '2026-01-01'],
  ['2024年', '2024-01-01', '2025-01-01'],
  ['2024年2月', '2024-02-01', '2024-03-01'],
  ['2024-02-29', '2024-02-29', '2024-03-01'],
  ['２０２４／２／２９', '2024-02-29', '2024-03-01'],
  ['上个月', '2026-10-01', '2026-11-01'],
  ['最近7天', '2026-11-16', '2026-11-23'],
  ['3天前', '2026-11-19', '2026-11-20'],
  ['Last Wednesday', '2026-11-11', '2026-11-12'],
  ['march', '2026-03-01', '2026-04-01'],
  ['Mar 8', '2026-03-08', '2026-03-09'],
  ['last month', '2026-10-01', '2026-11-01'],
])('%s is from %s to %s', (text, from, to) => {
  expect(naturalDate(text, moment)).toEqual({ from: day(from), to: day(to) })
})

test.each(['', '2026-02-30', '13月', '99月', '周八', 'someday', '0000-00-00', '3月40日', '9999年', 'monda'])(
  '%s is no date',
  (text) => {
    expect(naturalDate(text, moment)).toBeNull()
  },
)

test('the day is the reader’s, not the server’s', () => {
  const late = Date.parse('2026-11-22T17:30:00Z')
  expect(naturalDate('今天', { now: late, timeZone: 8 })?.from).toBe(day('2026-11-23'))
  expect(naturalDate('今天', { now: late, timeZone: -5 })?.from).toBe(Date.parse('2026-11-22T05:00:00Z'))
})

const said = (words: Partial<SearchWords>): SearchWords => ({
  keyword: '',
  from: '',
  to: '',
  subject: '',
  folder: '',
  attachment: 2,
  unread: 2,
  startTime: null,
  endTime: null,
  ...words,
})

test.each<[string, Partial<SearchWords>]>([
  ['', {}],
  ['项目 会议', { keyword: '项目 会议' }],
  ['from:lina', { from: 'lina' }],
  ['FROM: lina 周报', { from: 'lina', keyword: '周报' }],
  ['发件人：李娜 收件人:张伟 主题：周报', { from: '李娜', to: '张伟', subject: '周报' }],
  ['from:"Li Na" to:“王 芳”', { from: 'Li Na', to: '王 芳' }],
  ['预算 has:attachment is:unread', { keyword: '预算', attachment: 1, unread: 1 }],
  ['附件 未读', { attachment: 1, unread: 1 }],
  ['is:read 无附件', { unread: 0, attachment: 0 }],
  ['in:项目资料 文件夹:合同', { folder: '合同' }],
  ['after:2026-03-01 before:2026-04-01', { startTime: day('2026-03-01'), endTime: day('2026-04-01') - 1 }],
  ['晚于:上周三 早于:昨天', { startTime: day('2026-11-11'), endTime: day('2026-11-21') - 1 }],
  ['昨天 报销', { keyword: '报销', startTime: day('2026-11-21'), endTime: day('2026-11-22') - 1 }],
  ['3月 报告', { keyword: '报告', startTime: day('2026-03-01'), endTime: day('2026-04-01') - 1 }],
  ['last wednesday report', { keyword: 'report', startTime: day('2026-11-11'), endTime: day('2026-11-12') - 1 }],
  ['"附件" "昨天"', { keyword: '附件 昨天' }],
  ['"from:lina"', { keyword: 'from:lina' }],
  ['may monday 2026', { keyword: 'may monday 2026' }],
  ['after:someday', { keyword: 'after:someday' }],
  ['has:money is:late', { keyword: 'has:money is:late' }],
  ['http://a.example/x:y 10:30', { keyword: 'http://a.example/x:y 10:30' }],
  ['from:', { keyword: 'from:' }],
  ['from: to:li', { keyword: 'from:', to: 'li' }],
  ['subject:"', { keyword: 'subject:""' }],
  ['😀 𠮷野', { keyword: '😀 𠮷野' }],
])('%s is read', (text, words) => {
  expect(readSearchWords(text, moment)).toEqual(said(words))
})

test('half-typed and hostile texts are read without harm', () => {
  for (const text of [':', '：：：', '"', '“', 'from:"', ' '.repeat(200), ':"'.repeat(100), 'from:'.repeat(40)]) {
    const { keyword, from } = readSearchWords(text, moment)
    expect(`${keyword}${from}`.length).toBeLessThanOrEqual(text.length + 3)
  }
  expect(naturalDate('近9999天', moment)?.to).toBe(day('2026-11-22') + DAY)
})
