import { label } from '@yanshu/contracts/schemas'
import { LABEL_COLORS } from '@yanshu/ui/folders'
import { expect, test } from 'vitest'

test('given the colours on offer, then the server takes each, and no further one', () => {
  const takes = (color: number) => label.shape.color.safeParse(color).success
  expect(LABEL_COLORS.every(takes)).toBe(true)
  expect(takes(LABEL_COLORS.length)).toBe(false)
})
