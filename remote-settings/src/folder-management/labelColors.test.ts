import { label } from '@yanshu/contracts/schemas'
import { TONE_COUNT } from '@yanshu/ui'
import { expect, test } from 'vitest'
import en from '../messages/en.ts'
import { LABEL_COLORS, toneOfColor } from './labelColors.ts'

test('given the colours on offer, then the server takes each, and no further one', () => {
  const takes = (color: number) => label.shape.color.safeParse(color).success
  expect(LABEL_COLORS.every(takes)).toBe(true)
  expect(takes(LABEL_COLORS.length)).toBe(false)
})

test('given the colours on offer, then each has a tone and a name', () => {
  for (const color of LABEL_COLORS) {
    expect(toneOfColor(color)).toBeGreaterThanOrEqual(1)
    expect(toneOfColor(color)).toBeLessThanOrEqual(TONE_COUNT)
  }
  expect(Object.keys(en.colors).filter((key) => /^\d+$/.test(key))).toHaveLength(LABEL_COLORS.length)
})
