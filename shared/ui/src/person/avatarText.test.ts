import { expect, it } from 'vitest'
import { TONES } from '../tokens/palette.ts'
import { TONE_COUNT } from '../tokens/toneCount.ts'
import { avatarText, toneOf } from './avatarText.ts'

it('shows the surname of a Chinese name, also one of two characters', () => {
  expect(avatarText('张伟', 'zhang.wei@yanshu.test')).toBe('张')
  expect(avatarText('欧阳娜娜', 'a@b.cn')).toBe('欧阳')
  expect(avatarText('东方', 'a@b.cn')).toBe('东')
  expect(avatarText('  𠮷田 ', 'a@b.cn')).toBe('𠮷')
})

it('shows initials of other names and falls back to the address', () => {
  expect(avatarText('Anna Maria Berg', 'a@b.cn')).toBe('AB')
  expect(avatarText('"Support"', 'a@b.cn')).toBe('S')
  expect(avatarText(undefined, 'zhang.wei@yanshu.test')).toBe('Z')
  expect(avatarText('', '')).toBe('')
})

it('gives an address the same tone however it is written', () => {
  expect(toneOf('Zhang.Wei@yanshu.test ')).toBe(toneOf('zhang.wei@yanshu.test'))
  const tones = new Set(Array.from({ length: 200 }, (_, at) => toneOf(`user${at}@yanshu.test`)))
  expect([...tones].sort((a, b) => a - b)).toEqual(Array.from({ length: TONE_COUNT }, (_, at) => at + 1))
  expect(TONE_COUNT).toBe(TONES.length)
})
