import { expect, test } from 'vitest'
import { type DiffPart, wordDiff } from './wordDiff.ts'

const without = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('')

test('words that differ are told apart, in Chinese too, and what is the same stays whole', () => {
  expect(wordDiff('see you on Monday', 'see you on Friday')).toEqual([
    { kind: 'same', text: 'see you on ' },
    { kind: 'removed', text: 'Monday' },
    { kind: 'added', text: 'Friday' },
  ])
  const parts = wordDiff('会议改到周三下午，请准时参加。', '会议改到周五下午，请准时参加。')
  expect(parts.find(({ kind }) => kind === 'added')?.text).not.toContain('会议')
  expect(without(parts, 'removed')).toBe('会议改到周五下午，请准时参加。')
  expect(wordDiff('', '')).toEqual([])
  expect(wordDiff('甲', '')).toEqual([{ kind: 'removed', text: '甲' }])
})

test('whatever is compared, both texts are in what comes out, and in no more parts than differ', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const text = () => Array.from({ length: random(30) }, () => ['甲', 'b ', '丙。', '\n', '5'][random(5)]).join('')
  for (let count = 0; count < 300; count++) {
    const before = text()
    const after = random(3) === 0 ? before.replace('甲', '乙') : text()
    const parts = wordDiff(before, after)
    expect([without(parts, 'added'), without(parts, 'removed')]).toEqual([before, after])
    expect(parts.every(({ kind }, at) => kind !== parts[at + 1]?.kind)).toBe(true)
  }
})

test('texts of which much differs are compared by lines, and as a whole at last', () => {
  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, at) => `${word}${at} ${word}x${at} ${word}y${at}\n`).join('')
  const common = '同一行\n'
  const byLines = wordDiff(`${lines(150, 'a')}${common}`, `${common}${lines(150, 'b')}`)
  expect(byLines.some(({ kind, text }) => kind === 'same' && text.includes('同一行'))).toBe(true)
  expect(wordDiff(lines(2_000, 'a'), lines(2_000, 'b'))).toHaveLength(2)
})
