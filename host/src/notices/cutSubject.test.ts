import { lengthOf, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { cutSubject } from './cutSubject.ts'

test('a subject that fits stays', () => {
  expect(cutSubject(` ${'周'.repeat(NOTIFICATION_SUBJECT_LENGTH)} `)).toBe('周'.repeat(NOTIFICATION_SUBJECT_LENGTH))
})

test('a longer one is cut to the limit, and a character beyond the BMP stays whole', () => {
  const cut = cutSubject('𠮷'.repeat(NOTIFICATION_SUBJECT_LENGTH + 1))
  expect(lengthOf(cut)).toBe(NOTIFICATION_SUBJECT_LENGTH)
  expect(cut).toBe(`${'𠮷'.repeat(NOTIFICATION_SUBJECT_LENGTH - 1)}…`)
})
