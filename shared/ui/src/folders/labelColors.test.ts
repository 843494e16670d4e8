import { expect, test } from 'vitest'
import { TONE_COUNT } from '../tokens/toneCount.ts'
import { LABEL_COLORS, toneOfColor } from './labelColors.ts'
import { WORDS } from './words.ts'

test('given the colours of labels, then each has a tone and a name', () => {
  for (const color of LABEL_COLORS) {
    expect(toneOfColor(color)).toBeGreaterThanOrEqual(1)
    expect(toneOfColor(color)).toBeLessThanOrEqual(TONE_COUNT)
  }
  expect(Object.keys(WORDS.en).filter((key) => /^color\d+$/.test(key))).toHaveLength(LABEL_COLORS.length)
})
