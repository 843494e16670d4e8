import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeTrack } from './judgeTrack.ts'

const TARGET = 180
const LONG_AGO = 20_000

/** A hand: quick in the middle, slow at the end, a little beyond and back. */
const hand = (to = TARGET) =>
  [0, 0.02, 0.09, 0.22, 0.41, 0.62, 0.79, 0.9, 0.96, 1.02, 1.01, 1].map((part, at) => ({
    x: part * to,
    t: at * 55 + (at % 3) * 9,
  }))
/** The arrow key held down, then two single presses. */
const keys = (to = TARGET) => {
  const points = [{ x: 0, t: 0 }]
  let t = 520
  for (let x = 3; x <= to - 6; x += 3) {
    points.push({ x, t })
    t += 33
  }
  const last = points.at(-1)?.x ?? 0
  return [...points, { x: last + 3, t: t + 430 }, { x: last + 6, t: t + 700 }]
}
const line = (to = TARGET, steps = 20, ms = 900) =>
  Array.from({ length: steps + 1 }, (_, at) => ({ x: (to * at) / steps, t: (ms * at) / steps }))

test('a hand and the arrow keys are right, and told apart', () => {
  expect(judgeTrack(hand(), TARGET, LONG_AGO)).toBe('hand')
  expect(judgeTrack(keys(), TARGET, LONG_AGO)).toBe('keys')
})

test('a key that is held all the way, by the steps of the page, is right too', () => {
  const held = [
    { x: 0, t: 0 },
    ...Array.from({ length: 60 }, (_, at) => ({ x: (at + 1) * 3, t: at === 0 ? 0 : 470 + at * 33 })),
  ]
  expect(judgeTrack(held, TARGET, LONG_AGO)).toBe('keys')
})

test('a finger may be some pixels beside', () => {
  expect(judgeTrack(hand(TARGET + 5), TARGET, LONG_AGO)).toBe('hand')
  expect(judgeTrack(hand(TARGET - 7), TARGET, LONG_AGO)).toBe('beside')
})

test('a line at one speed is refused, however many points it has', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 400 }), fc.integer({ min: 300, max: 9_000 }), (steps, ms) => {
      // Steps of three pixels are those of the keys, whose price is higher.
      expect(['even-speed', 'keys']).toContain(judgeTrack(line(TARGET, steps, ms), TARGET, LONG_AGO))
    }),
    { seed: 1 },
  )
})

test.each([
  ['nothing', [], 'no-track'],
  ['the end alone', [{ x: TARGET, t: 500 }], 'no-track'],
  [
    'a jump',
    [
      { x: 0, t: 0 },
      { x: 1, t: 1 },
      { x: 90, t: 2 },
      { x: TARGET, t: 3 },
    ],
    'too-fast',
  ],
  ['a start beside the start', hand().map(({ x, t }) => ({ x: x + 60, t })), 'no-track'],
  ['time that runs backwards', hand().map(({ x, t }, at) => ({ x, t: at === 5 ? 0 : t })), 'no-track'],
] as const)('%s is refused', (_, track, verdict) => {
  expect(judgeTrack(track, TARGET, LONG_AGO)).toBe(verdict)
})

test('a track that a program has made up is refused: by chance for each point, or by a curve at even moments', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0.2, max: 1.8, noNaN: true })), (chance) => {
      const parts = [...chance.take(120)]
      const whole = parts.reduce((sum, part) => sum + part, 0)
      const placeAfter = (points: number) =>
        (parts.slice(0, points).reduce((sum, part) => sum + part, 0) / whole) * TARGET
      const track = Array.from({ length: parts.length + 1 }, (_, at) => ({ x: placeAfter(at), t: at * 9 + (at % 2) }))
      expect(['made-up', 'even-speed']).toContain(judgeTrack(track, TARGET, LONG_AGO))
    }),
    { seed: 3, numRuns: 200 },
  )
  const curve = Array.from({ length: 61 }, (_, at) => ({ x: TARGET * (1 - (1 - at / 60) ** 3), t: at * 16 }))
  expect(judgeTrack(curve, TARGET, LONG_AGO)).toBe('made-up')
})

test('a track that took longer than the puzzle is there was recorded before', () => {
  const slow = hand().map(({ x, t }) => ({ x, t: t * 10 }))
  expect(judgeTrack(slow, TARGET, 200)).toBe('before-its-time')
})
