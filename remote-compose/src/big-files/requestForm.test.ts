import { expect, test } from 'vitest'
import { FORM_MAX, newCode, numberIn } from './requestForm.ts'

test('given what a person types as a number, then whole numbers within the bounds count, and nothing else', () => {
  expect(['1', ' 30 ', '07'].map((text) => numberIn(text, FORM_MAX.days))).toEqual([1, 30, 7])
  for (const text of ['', '0', '31', '-1', '1.5', '1e1', '１', '9999999999'])
    expect(numberIn(text, FORM_MAX.days), text).toBeNull()
  expect(numberIn('51200', FORM_MAX.megabytes)).toBe(51_200)
  expect(numberIn('51201', FORM_MAX.megabytes)).toBeNull()
})

test('a code has six characters that do not look alike', () => {
  const codes = Array.from({ length: 50 }, newCode)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{6}$/)
  expect(new Set(codes).size).toBe(50)
})
