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
  /** The pixels with ink, as their places in a picture of half the size, and the share of all pixels that they are. */
  readonly ink: readonly number[]
  readonly mean: number
  /** The root of the sum of squares of the ink less its mean. */
  readonly norm: number
}

/** Every character upright, as a program that reads such pictures draws it: at several sizes. */
const patterns: Pattern[] = Object.entries(GLYPHS).flatMap(([name, strokes]) =>
  WIDTHS.flatMap((width) => HEIGHTS.map((height) => patternOf(name, strokes, width, height))),
)

function patternOf(name: string, strokes: (typeof GLYPHS)[string], width: number, height: number): Pattern {
  const inked = new Set<number>()
  for (const stroke of strokes) {
    for (let at = 1; at < stroke.length; at++) {
      const [a, b] = [stroke[at - 1], stroke[at]]
      if (!a || !b) continue
      for (let part = 0; part <= 40; part++) {
        const x = Math.round((a[0] + ((b[0] - a[0]) * part) / 40) * (width - 1))
        const y = Math.round((a[1] + ((b[1] - a[1]) * part) / 40) * (height - 1))
        inked.add(y * WIDTH + x)
      }
    }
  }
  const mean = inked.size / (width * height)
  return { name, width, height, ink: [...inked], mean, norm: Math.sqrt(inked.size * (1 - mean)) }
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

/** Sums over all that lies left of a pixel and above it: those of a rectangle are known from its four corners. */
function summed(values: Float32Array): Float64Array {
  const sums = new Float64Array((WIDTH + 1) * (HEIGHT + 1))
  for (let y = 0; y < HEIGHT; y++) {
    let line = 0
    for (let x = 0; x < WIDTH; x++) {
      line += values[y * WIDTH + x] ?? 0
      sums[(y + 1) * (WIDTH + 1) + x + 1] = (sums[y * (WIDTH + 1) + x + 1] ?? 0) + line
    }
  }
  return sums
}

function sumOf(sums: Float64Array, { width, height }: Pattern, left: number, top: number): number {
  const corner = (x: number, y: number) => sums[(top + y) * (WIDTH + 1) + left + x] ?? 0
  return corner(width, height) - corner(0, height) - corner(width, 0) + corner(0, 0)
}

interface Shown {
  readonly dark: Float32Array
  readonly sums: Float64Array
  readonly sumsOfSquares: Float64Array
}

/** How well a pattern lies over a place of the picture: normalised correlation. */
function likeness({ dark, sums, sumsOfSquares }: Shown, pattern: Pattern, left: number, top: number): number {
  const { width, height, ink, mean, norm } = pattern
  const sum = sumOf(sums, pattern, left, top)
  const squares = sumOf(sumsOfSquares, pattern, left, top)
  let product = -mean * sum
  for (const at of ink) product += dark[top * WIDTH + left + at] ?? 0
  return product / (norm * Math.sqrt(Math.max(1, squares - (sum * sum) / (width * height))))
}

/** Reads a picture by laying every character over every place; the best five that do not overlap, from left to right. */
function readByTemplates(pixels: Uint8Array): string {
  const dark = halved(pixels)
  const shown = { dark, sums: summed(dark), sumsOfSquares: summed(dark.map((value) => value * value)) }
  const hits: { name: string; middle: number; score: number }[] = []
  for (const pattern of patterns) {
    for (let left = 0; left + pattern.width <= WIDTH; left++) {
      let score = 0
      for (let top = 1; top + pattern.height < HEIGHT; top++)
        score = Math.max(score, likeness(shown, pattern, left, top))
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
    shown.forEach(({ ink }, place) => {
      for (const at of ink) {
        const [x, y] = [(at % WIDTH) * 2, Math.floor(at / WIDTH) * 2]
        for (const [right, down] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const) {
          pixels[(14 + y + down) * CAPTCHA_WIDTH + 8 + place * 34 + x + right] = 60
        }
      }
    })
    if (readByTemplates(pixels) === shown.map(({ name }) => name).join('')) right += 1
  }
  expect(right).toBeGreaterThan((upright.length - CAPTCHA_LENGTH) * 0.8)
})
