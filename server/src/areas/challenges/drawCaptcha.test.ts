import { expect, test } from 'vitest'
import { randomFrom } from '../../testing/random.ts'
import type { Chance } from './chance.ts'
import { CAPTCHA_HEIGHT, CAPTCHA_LENGTH, CAPTCHA_WIDTH, drawCaptcha } from './drawCaptcha.ts'
import { GLYPHS } from './glyphs.ts'

/** The matcher looks at every second pixel, so that a hundred pictures are read in a second. */
const WIDTH = CAPTCHA_WIDTH / 2
const HEIGHT = CAPTCHA_HEIGHT / 2
const WIDTHS = [10, 12] as const
const HEIGHTS = [16] as const

interface Pattern {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Ink of each pixel less its mean, and the root of the sum of squares. */
  readonly ink: Float32Array
  readonly norm: number
}

/** Every character upright, as whoever wants to read such pictures by machine draws it: at several sizes. */
const patterns: Pattern[] = Object.entries(GLYPHS).flatMap(([name, strokes]) =>
  WIDTHS.flatMap((width) => HEIGHTS.map((height) => patternOf(name, strokes, width, height))),
)

function patternOf(name: string, strokes: (typeof GLYPHS)[string], width: number, height: number): Pattern {
  const ink = new Float32Array(width * height)
  for (const stroke of strokes) {
    for (let at = 1; at < stroke.length; at++) {
      const [a, b] = [stroke[at - 1], stroke[at]]
      if (!a || !b) continue
      for (let part = 0; part <= 40; part++) {
        const x = Math.round((a[0] + ((b[0] - a[0]) * part) / 40) * (width - 1))
        const y = Math.round((a[1] + ((b[1] - a[1]) * part) / 40) * (height - 1))
        ink[y * width + x] = 1
      }
    }
  }
  const mean = ink.reduce((sum, value) => sum + value, 0) / ink.length
  const centred = ink.map((value) => value - mean)
  return { name, width, height, ink: centred, norm: Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0)) }
}

/** How dark a picture is, in squares of two by two pixels. */
function halved(pixels: Uint8Array): Float32Array {
  const dark = new Float32Array(WIDTH * HEIGHT)
  for (let y = 0; y < CAPTCHA_HEIGHT; y++) {
    for (let x = 0; x < CAPTCHA_WIDTH; x++) {
      const at = (y >> 1) * WIDTH + (x >> 1)
      dark[at] = (dark[at] ?? 0) + 255 - (pixels[y * CAPTCHA_WIDTH + x] ?? 0)
    }
  }
  return dark
}

/** How well a pattern lies over a place of the picture: normalised correlation. */
function likeness(dark: Float32Array, { width, height, ink, norm }: Pattern, left: number, top: number): number {
  let [sum, squares, product] = [0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = dark[(top + y) * WIDTH + left + x] ?? 0
      sum += value
      squares += value * value
      product += value * (ink[y * width + x] ?? 0)
    }
  }
  return product / (norm * Math.sqrt(Math.max(1, squares - (sum * sum) / (width * height))))
}

/** Reads a picture by laying every character over every place; the best five that do not overlap, from left to right. */
function readByTemplates(pixels: Uint8Array): string {
  const dark = halved(pixels)
  const hits: { name: string; middle: number; score: number }[] = []
  for (const pattern of patterns) {
    for (let left = 0; left + pattern.width <= WIDTH; left++) {
      let score = 0
      for (let top = 1; top + pattern.height < HEIGHT; top++)
        score = Math.max(score, likeness(dark, pattern, left, top))
      hits.push({ name: pattern.name, middle: left + pattern.width / 2, score })
    }
  }
  hits.sort((a, b) => b.score - a.score)
  const chosen: typeof hits = []
  for (const hit of hits) {
    if (chosen.every(({ middle }) => Math.abs(middle - hit.middle) > 7)) chosen.push(hit)
    if (chosen.length === CAPTCHA_LENGTH) break
  }
  return chosen
    .sort((a, b) => a.middle - b.middle)
    .map(({ name }) => name)
    .join('')
}

/** The same hundred pictures each time. */
function seeded(seed: number): Chance {
  const random = randomFrom(seed)
  const between = (from: number, to: number) => from + ((to - from) * random.below(2 ** 32)) / 2 ** 32
  const whole = (from: number, to: number) => from + random.below(to - from + 1)
  return { between, whole, pick: (items) => random.pick(items) }
}

test('a template matcher reads fewer than ten of a hundred pictures', () => {
  let read = 0
  for (let i = 0; i < 100; i++) {
    const { picture, text } = drawCaptcha(seeded(i))
    if (readByTemplates(picture.pixels) === text) read += 1
  }
  expect(read).toBeLessThan(10)
})

test('the matcher is one that reads: what is neither bent nor turned nor crossed, it does', () => {
  const upright = patterns.filter(({ width, height }) => width === WIDTHS[1] && height === HEIGHTS[0])
  let right = 0
  for (let first = 0; first + CAPTCHA_LENGTH <= upright.length; first++) {
    const shown = upright.slice(first, first + CAPTCHA_LENGTH)
    const pixels = new Uint8Array(CAPTCHA_WIDTH * CAPTCHA_HEIGHT).fill(230)
    shown.forEach(({ ink, width, height }, place) => {
      for (let y = 0; y < height * 2; y++) {
        for (let x = 0; x < width * 2; x++) {
          if ((ink[(y >> 1) * width + (x >> 1)] ?? 0) <= 0) continue
          pixels[(14 + y) * CAPTCHA_WIDTH + 8 + place * 34 + x] = 60
        }
      }
    })
    if (readByTemplates(pixels) === shown.map(({ name }) => name).join('')) right += 1
  }
  expect(right).toBeGreaterThan((upright.length - CAPTCHA_LENGTH) * 0.8)
})
