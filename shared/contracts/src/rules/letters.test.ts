import { expect, test } from 'vitest'
import { signatureFor } from './compose.ts'
import { isReadable } from './papers.ts'

test('given signatures for one sender and for all, then the one for the sender comes first, each for its kind of letter', () => {
  const all = { name: 'all', sender: '', forNew: true, forReply: true }
  const mine = { name: 'mine', sender: 'a@b.cn', forNew: true, forReply: false }
  const idle = { name: 'idle', sender: 'a@b.cn', forNew: false, forReply: false }
  const nameFor = (sender: string, kind: 'forNew' | 'forReply') => signatureFor([idle, all, mine], sender, kind)?.name
  expect(nameFor('A@b.cn', 'forNew')).toBe('mine')
  expect(nameFor('a@b.cn', 'forReply')).toBe('all')
  expect(nameFor('c@b.cn', 'forNew')).toBe('all')
  expect(signatureFor([mine, idle], 'c@b.cn', 'forNew')).toBeUndefined()
})

test('given colours, then text on a sheet is readable from the contrast of WCAG AA on', () => {
  expect(isReadable({ text: '#767676', sheet: '#ffffff' })).toBe(true)
  expect(isReadable({ text: '#777777', sheet: '#ffffff' })).toBe(false)
  expect(isReadable({ text: '#ffffff', sheet: '#000000' })).toBe(true)
})
