import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'

/** A Monday, 10:00 in the zone of the reader. */
const AROUND = { sentAt: Date.UTC(2026, 10, 23, 2), zone: 8, people: [] }

test.each([
  [
    'zh',
    '各位好：\n合同草案已经由法务审完，主要改了付款条款。\n首付款为¥12,000，验收后付清30万元。\n请周五前回复是否同意。\n今天天气不错。',
    ['¥12,000', '30万元'],
    '请周五前回复是否同意。',
  ],
  [
    'en',
    'Hello,\nOur lawyers have changed the terms of payment.\nThe first payment is $12,000, the rest of 30,000.50 dollars follows.\nPlease reply by Friday whether you agree.\nThe weather is fine.',
    ['$12,000', '30,000.50 dollars'],
    'Please reply by Friday whether you agree.',
  ],
] as const)(
  'a mail in %s gives its money, its day and what it asks for, in its own words',
  (_language, text, money, asked) => {
    const { sentences, facts } = summarise(text, AROUND)
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(sentences).toContain(asked)
    for (const { quote } of facts) expect(text).toContain(quote)
    expect(facts.filter(({ kind }) => kind === 'money').map(({ quote }) => quote)).toEqual(money)
    const [action] = facts.filter(({ kind }) => kind === 'action')
    // The Friday of that week, at the end of work.
    expect(action).toMatchObject({ quote: asked, at: Date.UTC(2026, 10, 27, 10), due: true })
  },
)

test('a title is a person, the same character in another word is none', () => {
  const around = { sentAt: 0, zone: 8, people: [] }
  const peopleOf = (text: string) =>
    summarise(text, around)
      .facts.filter(({ kind }) => kind === 'person')
      .map(({ label }) => label)
  expect(peopleOf('请王总审阅。年会总结和预算总额见附件。')).toEqual(['王总'])
})

test.each([
  ['12月3日下午两点开会', [2026, 11, 3, 14, 0]],
  ['十二月三日上午十点半开会', [2026, 11, 3, 10, 30]],
  ['12月3日下午三点一刻开会', [2026, 11, 3, 15, 15]],
  ['12月3日中午1点开会', [2026, 11, 3, 13, 0]],
  ['12月3日凌晨2点割接', [2026, 11, 3, 2, 0]],
  ['周三晚上八点二十分开会', [2026, 10, 25, 20, 20]],
] as const)('the hour of “%s” is the one that is written', (text, [year, month, day, hour, minute]) => {
  const [date] = summarise(text, AROUND).facts.filter(({ kind }) => kind === 'date')
  expect(date?.at).toBe(Date.UTC(year, month, day, hour - AROUND.zone, minute))
})

test('what the reader is asked for by name comes first, then what is asked of everyone, then what is asked of others', () => {
  const text = '请李娜周四前提交预算表。请各位周三前确认人数。请张伟在周五下班前把测试报告发给我。'
  const people = ['李娜', '张伟'].map((name) => ({ name, address: `${name}@yanshu.test` }))
  const asked = (reader: string) =>
    summarise(text, { ...AROUND, people, reader })
      .facts.filter(({ kind }) => kind === 'action')
      .map(({ quote }) => /李娜|各位|张伟/.exec(quote)?.[0])
  expect(asked('张伟')).toEqual(['张伟', '各位', '李娜'])
  expect(asked('李娜')).toEqual(['李娜', '各位', '张伟'])
  expect(asked('')).toEqual(['各位', '李娜', '张伟'])
})

test.each([
  ['请张伟在周五下班前把报告发给我。', 18, true],
  ['请在周五 15:00 之前回复。', 15, true],
  ['报名截至周五为止，请尽快确认。', 18, true],
  ['请周五来开会。', 9, undefined],
  ['Please reply by the end of Friday.', 18, true],
  ['Please come on Friday.', 9, undefined],
] as const)('“%s” is due, or a time to come', (text, hour, due) => {
  const [date] = summarise(text, AROUND).facts.filter(({ kind }) => kind === 'date')
  expect(date).toMatchObject({ at: Date.UTC(2026, 10, 27, hour - AROUND.zone) })
  expect(date?.due).toBe(due)
})
