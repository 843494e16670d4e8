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

/** Numbers from 0 to 1, the same in every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('of tracks that a program draws by chance for each point hardly any passes, and none of a curve at even moments', () => {
  const next = chance(3)
  const tracks = Array.from({ length: 1_000 }, () => {
    let x = 0
    const places = Array.from({ length: 120 }, () => {
      x += 0.2 + 1.6 * next()
      return x
    })
    return [{ x: 0, t: 0 }, ...places.map((at, point) => ({ x: (at / x) * TARGET, t: (point + 1) * 9 + (point % 2) }))]
  })
  const passed = tracks.filter((track) => judgeTrack(track, TARGET, LONG_AGO) === 'hand')
  expect(passed.length).toBeLessThanOrEqual(3)
  const curve = Array.from({ length: 61 }, (_, at) => ({ x: TARGET * (1 - (1 - at / 60) ** 3), t: at * 16 }))
  expect(judgeTrack(curve, TARGET, LONG_AGO)).toBe('made-up')
})

test('hands that a clock of the screen and whole pixels have made uneven pass', () => {
  const next = chance(7)
  for (let count = 0; count < 300; count++) {
    const whole = 350 + next() * 1_500
    const track = [{ x: 0, t: 0 }]
    for (let t = 8; t <= whole; t += 7 + next() * 9) {
      const part = t / whole
      const x = Math.round(TARGET * (10 * part ** 3 - 15 * part ** 4 + 6 * part ** 5) + (next() - 0.5) * 2)
      if (x !== track.at(-1)?.x) track.push({ x, t })
    }
    track.push({ x: TARGET, t: whole + 5 })
    expect(judgeTrack(track, TARGET, LONG_AGO)).toBe('hand')
  }
})

test('a track that took longer than the puzzle is there was recorded before', () => {
  const slow = hand().map(({ x, t }) => ({ x, t: t * 10 }))
  expect(judgeTrack(slow, TARGET, 200)).toBe('before-its-time')
})
