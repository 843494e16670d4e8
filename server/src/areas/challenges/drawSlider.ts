import type { Chance } from './chance.ts'
import { type Raster, rasterOf } from './png.ts'

export const SLIDER_WIDTH = 320
export const SLIDER_HEIGHT = 160
export const PIECE = 48
/** The piece never lies where it starts, and never at the very edge. */
const GAP_FROM = 72
const GAP_TO = SLIDER_WIDTH - PIECE - 8

export interface DrawnSlider {
  readonly background: Raster
  readonly piece: Raster
  /** How far the piece has to go, in pixels: what only the server knows. */
  readonly target: number
  readonly top: number
}

type Colour = readonly [number, number, number]
/** The colour at the top and the one at the bottom. */
type Sky = readonly [Colour, Colour]
const SKIES: readonly [Sky, ...Sky[]] = [
  [
    [222, 231, 246],
    [246, 236, 222],
  ],
  [
    [206, 226, 226],
    [238, 240, 224],
  ],
  [
    [228, 218, 238],
    [246, 228, 222],
  ],
  [
    [214, 226, 240],
    [232, 240, 236],
  ],
]

/**
 * Draws a landscape of ridges with a gap, and the piece that belongs there. A second, shallower gap of another form lies
 * elsewhere, and the light changes over the picture, so that the darkest square is not simply the answer.
 */
export function drawSlider(chance: Chance): DrawnSlider {
  const background = drawLandscape(chance)
  const target = chance.whole(GAP_FROM, GAP_TO)
  const top = chance.whole(8, SLIDER_HEIGHT - PIECE - 8)
  const form = pieceForm(chance)
  const piece = rasterOf(PIECE, PIECE, 4)
  const at = (x: number, y: number) => (y * SLIDER_WIDTH + x) * 3
  for (let y = 0; y < PIECE; y++) {
    for (let x = 0; x < PIECE; x++) {
      const inside = form(x, y)
      if (inside <= 0) continue
      const from = at(target + x, top + y)
      const to = (y * PIECE + x) * 4
      const edge = inside < 1.6 ? 38 : 0
      for (let channel = 0; channel < 3; channel++) {
        piece.pixels[to + channel] = Math.min(255, (background.pixels[from + channel] ?? 0) + edge)
      }
      piece.pixels[to + 3] = Math.round(Math.min(1, inside) * 255)
    }
  }
  carve(background, form, target, top, 0.6)
  // Far enough from the gap that the piece cannot be right in both.
  const elsewhere = target > SLIDER_WIDTH / 2 ? chance.whole(56, target - 64) : chance.whole(target + 64, GAP_TO)
  carve(background, pieceForm(chance), elsewhere, chance.whole(8, SLIDER_HEIGHT - PIECE - 8), 0.82)
  return { background, piece, target, top }
}

/** Darkens what lies inside of the form. */
function carve(
  picture: Raster,
  form: (x: number, y: number) => number,
  left: number,
  top: number,
  light: number,
): void {
  for (let y = 0; y < PIECE; y++) {
    for (let x = 0; x < PIECE; x++) {
      const inside = Math.min(1, form(x, y))
      if (inside <= 0) continue
      const at = ((top + y) * SLIDER_WIDTH + left + x) * 3
      const factor = 1 - (1 - light) * inside
      for (let channel = 0; channel < 3; channel++) {
        picture.pixels[at + channel] = Math.round((picture.pixels[at + channel] ?? 0) * factor)
      }
    }
  }
}

/**
 * A square with knobs and notches at its sides. Answers how far inside a pixel lies, in pixels; 0 and less is outside.
 */
function pieceForm(chance: Chance): (x: number, y: number) => number {
  const inset = 9
  const knob = 7
  const middle = PIECE / 2
  const sides = [
    { x: middle, y: inset, sign: chance.pick([1, -1]) },
    { x: PIECE - inset, y: middle, sign: chance.pick([1, -1]) },
    { x: middle, y: PIECE - inset, sign: chance.pick([1, -1]) },
    { x: inset, y: middle, sign: chance.pick([1, -1]) },
  ]
  return (x, y) => {
    const [px, py] = [x + 0.5, y + 0.5]
    let inside = Math.min(px - inset, PIECE - inset - px, py - inset, PIECE - inset - py)
    for (const side of sides) {
      const near = knob - Math.hypot(px - side.x, py - side.y)
      inside = side.sign === 1 ? Math.max(inside, near) : Math.min(inside, -near)
    }
    return inside
  }
}

function drawLandscape(chance: Chance): Raster {
  const picture = rasterOf(SLIDER_WIDTH, SLIDER_HEIGHT, 3)
  const [upper, lower] = chance.pick(SKIES)
  const moon = { x: chance.between(40, 280), y: chance.between(24, 60), r: chance.between(14, 26) }
  const tint = [chance.between(50, 90), chance.between(70, 110), chance.between(90, 140)] as const
  const ridges = [0, 1, 2, 3].map((depth) => {
    const waves = [0, 1, 2].map(() => ({
      height: chance.between(4, 15),
      length: chance.between(26, 95),
      shift: chance.between(0, 7),
    }))
    const base = 62 + depth * 26 + chance.between(-8, 8)
    return (x: number) =>
      waves.reduce((y, { height, length, shift }) => y + height * Math.sin((x / length) * Math.PI + shift), base)
  })
  const light = { x: chance.between(0, SLIDER_WIDTH), strength: chance.between(0.08, 0.18) }
  const grain = Array.from({ length: 1_024 }, () => chance.between(-7, 7))
  for (let x = 0; x < SLIDER_WIDTH; x++) {
    const tops = ridges.map((ridge) => ridge(x))
    const lit = 1 + light.strength * Math.cos(((x - light.x) / SLIDER_WIDTH) * Math.PI)
    for (let y = 0; y < SLIDER_HEIGHT; y++) {
      const depth = tops.findLastIndex((ridge) => y >= ridge)
      const inMoon = depth === -1 && Math.hypot(x - moon.x, y - moon.y) < moon.r
      const noise = grain[(x * 31 + y * 197 + ((x * y) >> 3)) & 1_023] ?? 0
      const at = (y * SLIDER_WIDTH + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const sky = (upper[channel] ?? 0) + (((lower[channel] ?? 0) - (upper[channel] ?? 0)) * y) / SLIDER_HEIGHT
        const ridge = (tint[channel] ?? 0) + (3 - depth) * 24
        const value = inMoon ? 252 : depth === -1 ? sky : ridge
        picture.pixels[at + channel] = Math.max(0, Math.min(255, Math.round(value * lit + noise)))
      }
    }
  }
  return picture
}
