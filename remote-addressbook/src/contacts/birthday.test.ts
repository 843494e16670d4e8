import { expect, test } from 'vitest'
import { birthdayText } from './birthday.ts'

const say = (key: string, values: Record<string, string | number> = {}) =>
  [key, values.year, values.lunarMonth ?? values.month, values.lunarDay ?? values.day].join(' ')

test.each([
  ['1990-05-01', false, 'birthday.full 1990 5 1'],
  ['--05-01', false, 'birthday.day  5 1'],
  ['1990-12-23', true, 'birthday.lunarFull 1990 腊 廿三'],
  ['--01-15', true, 'birthday.lunar  正 十五'],
  ['--11-10', true, 'birthday.lunar  冬 初十'],
  ['--02-20', true, 'birthday.lunar  二 二十'],
  ['--02-30', true, 'birthday.lunar  二 三十'],
  ['whatever', false, 'whatever'],
])('%s, lunar %s: %s', (birthday, lunar, expected) => {
  expect(birthdayText(birthday, lunar, say)).toBe(expected)
})
