import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { isForeign } from '../src/translate/isForeign.ts'
import { en, zh } from '../src/translate/words.ts'

test.each([
  ['zh', '请在周五之前回复是否同意合同草案，谢谢，另附上报价单一份请查收', false],
  ['zh', 'Please confirm the shipping date of order 4711 by Friday.', true],
  ['zh', '本日の会議の資料をお送りいたします。ご確認をお願いいたします。', true],
  ['zh', '回复 Re: PO-4711', false],
  ['en', 'Please confirm the shipping date of order 4711 by Friday.', false],
  ['en', '请在周五之前回复是否同意合同草案，谢谢，另附上报价单一份请查收', true],
  ['en', 'Пожалуйста, подтвердите дату отправки заказа до пятницы', true],
] as const)('given a reader of %s, then %j is in another language: %s', (language, text, foreign) => {
  expect(isForeign(text, language)).toBe(foreign)
})

test('the words of translations are there in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
