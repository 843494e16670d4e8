import { expect, test } from 'vitest'
import { keyPinProblem } from './keyPin.ts'

test.each([
  ['12345', 'length'],
  ['x'.repeat(65), 'length'],
  ['123456', 'simple'],
  ['987654', 'simple'],
  ['１２３４５６', 'simple'],
  ['111111', 'simple'],
  ['121212', 'simple'],
  ['135790', null],
  ['482913', null],
  ['雁过留声四个字', null],
])('given the PIN %s, then its problem is %s', (pin, problem) => expect(keyPinProblem(pin)).toBe(problem))
