import type { Chance } from './chance.ts'
import { GLYPH_NAMES, GLYPHS } from './glyphs.ts'
import { type Raster, rasterOf } from './png.ts'

export const CAPTCHA_WIDTH = 184
export const CAPTCHA_HEIGHT = 64
export const CAPTCHA_LENGTH = 5

type Point = readonly [number, number]
interface Segment {
  readonly from: Point
  readonly to: Point
  /** Half of the stroke, in pixels. */
  readonly half: number
}

/** Pieces that a stroke is cut into, so that the waves bend it. */
const PIECES = 5

/**
 * Draws characters that are turned, sheared, stretched, bent by waves and crossed by lines of their own thickness, touching
 * each other, so that they can neither be cut apart at gaps nor matched with a pattern.
 */
export function drawCaptcha(chance: Chance): { readonly picture: Raster; readonly text: string } {
  const text = Array.from({ length: CAPTCHA_LENGTH }, () => chance.pick(GLYPH_NAMES as [string, ...string[]])).join('')
  const bend = waves(chance)
  const segments: Segment[] = []
  let left = chance.between(8, 18)
  for (const name of text) {
    const width = chance.between(19, 27)
    segments.push(...placed(name, left, width, chance).map((segment) => bent(segment, bend)))
    left += width + chance.between(2, 7)
  }
  for (let line = 0; line < 3; line++) segments.push(...crossing(chance).map((segment) => bent(segment, bend)))
  return { picture: inked(segments, chance), text }
}

/** The strokes of a character, turned and sheared about its middle. */
function placed(name: string, left: number, width: number, chance: Chance): Segment[] {
  const height = chance.between(28, 40)
  const top = chance.between(7, CAPTCHA_HEIGHT - height - 7)
  const turn = chance.between(-0.42, 0.42)
  const shear = chance.between(-0.3, 0.3)
  const half = chance.between(1.1, 1.9)
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  const at = ([x, y]: Point): Point => {
    const dx = (x - 0.5) * width + (0.5 - y) * shear * height
    const dy = (y - 0.5) * height
    return [left + width / 2 + dx * cos - dy * sin, top + height / 2 + dx * sin + dy * cos]
  }
  return (GLYPHS[name] ?? []).flatMap((stroke) => cut(stroke.map(at), half))
}

/** A line over the whole picture, as thick as the characters are. */
function crossing(chance: Chance): Segment[] {
  const points: Point[] = []
  for (let x = -4; x <= CAPTCHA_WIDTH + 4; x += 24) points.push([x, chance.between(10, CAPTCHA_HEIGHT - 10)])
  return cut(points, chance.between(0.7, 1.2))
}

function cut(points: readonly Point[], half: number): Segment[] {
  const segments: Segment[] = []
  for (let at = 1; at < points.length; at++) {
    const [a, b] = [points[at - 1], points[at]]
    if (!a || !b) continue
    for (let piece = 0; piece < PIECES; piece++) {
      const along = (part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
      segments.push({ from: along(piece / PIECES), to: along((piece + 1) / PIECES), half })
    }
  }
  return segments
}

type Bend = (point: Point) => Point

function waves(chance: Chance): Bend {
  const wave = (height: number, length: number) => ({ height, length, shift: chance.between(0, 7) })
  const down = [
    wave(chance.between(2.4, 4.4), chance.between(16, 30)),
    wave(chance.between(0.8, 1.8), chance.between(6, 11)),
  ]
  const across = [wave(chance.between(1.6, 3.2), chance.between(9, 18))]
  const sum = (all: typeof down, at: number) =>
    all.reduce((total, { height, length, shift }) => total + height * Math.sin((at / length) * Math.PI + shift), 0)
  return ([x, y]) => [x + sum(across, y), y + sum(down, x)]
}

const bent = ({ from, to, half }: Segment, bend: Bend): Segment => ({ from: bend(from), to: bend(to), half })

/** Draws the strokes with soft edges on an uneven ground. */
function inked(segments: readonly Segment[], chance: Chance): Raster {
  const picture = rasterOf(CAPTCHA_WIDTH, CAPTCHA_HEIGHT, 1)
  const ink = new Float32Array(CAPTCHA_WIDTH * CAPTCHA_HEIGHT)
  for (const segment of segments) drawSegment(ink, segment)
  const slope = chance.between(-22, 22)
  for (let y = 0; y < CAPTCHA_HEIGHT; y++) {
    for (let x = 0; x < CAPTCHA_WIDTH; x++) {
      const at = y * CAPTCHA_WIDTH + x
      const ground = 226 + slope * (x / CAPTCHA_WIDTH - 0.5)
      const dark = 58 + 34 * Math.sin(x / 17 + y / 11)
      const value = ground + (dark - ground) * (ink[at] ?? 0) + chance.between(-16, 16)
      picture.pixels[at] = Math.max(0, Math.min(255, Math.round(value)))
    }
  }
  return picture
}

function drawSegment(ink: Float32Array, { from, to, half }: Segment): void {
  const [x0, y0] = from
  const [x1, y1] = to
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy || 1
  const reach = half + 1
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach))
  const right = Math.min(CAPTCHA_WIDTH - 1, Math.ceil(Math.max(x0, x1) + reach))
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach))
  const bottom = Math.min(CAPTCHA_HEIGHT - 1, Math.ceil(Math.max(y0, y1) + reach))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length))
      const away = Math.hypot(x - x0 - dx * along, y - y0 - dy * along)
      const at = y * CAPTCHA_WIDTH + x
      ink[at] = Math.max(ink[at] ?? 0, Math.min(1, Math.max(0, half + 0.5 - away)))
    }
  }
}
