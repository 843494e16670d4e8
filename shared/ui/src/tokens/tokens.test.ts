import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENTS } from './accents.ts'
import { blend, contrast, lightness } from './contrast.ts'
import { TINTS, type Tint, TONES } from './palette.ts'
import { renderArcoCss } from './renderArcoCss.ts'
import { colourTokens, type Mode, renderTokensCss } from './renderTokensCss.ts'
import { SKINS, type SkinId } from './skinNames.ts'

const MODES: readonly Mode[] = ['light', 'dark']
const TEXT = 4.5
const GRAPHIC = 3

/** Where text stands. A tint that lies over whatever is below is written as `tint on ground`. */
const GROUNDS = ['ground', 'list', 'surface-1', 'surface-2', 'surface-3', 'surface-raised']
const TINTED = [
  'list-hover',
  'list-selected',
  'list-open',
  ...['hover', 'pressed', 'selected'].flatMap((name) =>
    ['ground', 'list', 'surface-1', 'surface-raised'].map((ground) => `${name} on ${ground}`),
  ),
]

/** Pairs of text and ground that screens put together. */
const READABLE: readonly (readonly [text: string, ground: string])[] = [
  ...['text-1', 'text-2', 'text-3', 'danger', 'warning', 'success', 'info', 'accent-9'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...['text-1', 'text-2', 'text-3', 'accent-9'].flatMap((text) => TINTED.map((ground) => [text, ground] as const)),
  ['text-1', 'surface-4'],
  ['text-2', 'surface-4'],
  ...['text-1', 'text-2', 'text-3', 'accent-9', 'danger'].flatMap((text) =>
    ['accent-1', 'accent-2'].map((ground) => [text, ground] as const),
  ),
  ['text-1', 'accent-3'],
  ['accent-9', 'accent-3'],
  ['on-accent', 'accent-6'],
  ['on-accent', 'accent-7'],
  ['on-accent', 'accent-8'],
  ['on-accent', 'accent-10'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['on-inverse', 'inverse'],
  ['inverse-accent', 'inverse'],
  ...['danger', 'warning', 'success', 'info'].flatMap((name) => [
    [name, `${name}-soft`] as const,
    ['text-1', `${name}-soft`] as const,
    ['text-2', `${name}-soft`] as const,
  ]),
  ...TONES.map((_, index) => [`tone-${index + 1}-text`, `tone-${index + 1}-ground`] as const),
]

/** Things that are not text but must be seen (WCAG 1.4.11). */
const VISIBLE: readonly (readonly [graphic: string, ground: string])[] = [
  ...['line-control', 'text-4'].flatMap((graphic) =>
    ['ground', 'list', 'surface-1', 'surface-2', 'surface-raised'].map((ground) => [graphic, ground] as const),
  ),
  ...['surface-1', 'surface-2'].map((ground) => ['accent-5', ground] as const),
  // The ring around what has the keyboard: on every ground and tint, and on the solid accent it goes around.
  ...[...GROUNDS, ...TINTED, 'surface-4', 'accent-1', 'accent-2'].map((ground) => ['accent-9', ground] as const),
  ...['surface-1', 'list', 'list-open'].map((ground) => ['star', ground] as const),
  ...TONES.map((_, index) => [`tone-${index + 1}-dot`, 'surface-1'] as const),
]

/** The opaque colour of a token, or of a tint over a ground. */
function colourOf(name: string, tokens: Record<string, string>, mode: Mode): string | undefined {
  const [token = '', on] = name.split(' on ')
  if (!(token in TINTS)) return tokens[token]
  const { of, percent, over }: Tint = TINTS[token as keyof typeof TINTS]
  const colour = tokens[of]
  const ground = tokens[on ?? over ?? '']
  return colour && ground && blend(colour, percent[mode], ground)
}

function shortfalls(skin: SkinId, mode: Mode): string[] {
  const tokens = colourTokens(skin, mode)
  const check = (pairs: typeof READABLE, least: number) =>
    pairs.flatMap(([one, other]) => {
      const a = colourOf(one, tokens, mode)
      const b = colourOf(other, tokens, mode)
      if (!a || !b) return [`${one} or ${other} is not a token`]
      const ratio = contrast(a, b)
      return ratio < least ? [`${one} on ${other}: ${ratio.toFixed(2)} < ${least}`] : []
    })
  return [...check(READABLE, TEXT), ...check(VISIBLE, GRAPHIC)]
}

describe('colour tokens', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  for (const { id } of SKINS) {
    for (const mode of MODES) {
      it(`keeps AA contrast in ${id}, ${mode}`, () => {
        expect(shortfalls(id, mode)).toEqual([])
      })
    }
  }

  it('has three grounds that can be told apart, the lightest where people read and write', () => {
    const least: Record<Mode, number> = { light: 2.5, dark: 3 }
    for (const { id } of SKINS) {
      for (const mode of MODES) {
        const tokens = colourTokens(id, mode)
        const [ground = 0, list = 0, sheet = 0] = ['ground', 'list', 'surface-1'].map((name) =>
          lightness(tokens[name] ?? ''),
        )
        expect(list - ground, `list above ground in ${id}, ${mode}`).toBeGreaterThanOrEqual(least[mode])
        expect(sheet - list, `sheet above list in ${id}, ${mode}`).toBeGreaterThanOrEqual(least[mode])
      }
    }
  })

  it('tints rows in steps that can be told apart: rest, pointer, selected, open', () => {
    for (const { id } of SKINS) {
      for (const mode of MODES) {
        const tokens = colourTokens(id, mode)
        const rows = ['list', 'list-hover', 'list-selected', 'list-open'].map((name) => colourOf(name, tokens, mode))
        expect(new Set(rows).size, `${id}, ${mode}`).toBe(4)
        expect(contrast(rows[0] ?? '', rows[3] ?? ''), `open row in ${id}, ${mode}`).toBeGreaterThan(1.1)
      }
    }
  })

  it('gives every skin ten plain hex steps in both modes', () => {
    for (const { id } of SKINS) {
      for (const mode of MODES) {
        expect(ACCENTS[id][mode]).toHaveLength(10)
        for (const step of ACCENTS[id][mode]) expect(step).toMatch(/^#[0-9a-f]{6}$/)
      }
    }
  })

  it('stands in the stylesheet as the table says', () => {
    // The formatter may break long lines; everything else is the same.
    const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
    const file = (name: string) => oneLine(readFileSync(new URL(name, import.meta.url), 'utf8'))
    expect(file('../styles/tokens.css')).toBe(oneLine(renderTokensCss()))
    expect(file('../arco/ramps.css')).toBe(oneLine(renderArcoCss()))
  })

  it('names Latin fonts before Chinese ones in English, where quotes and dashes are narrow', () => {
    const css = renderTokensCss()
    const [, english = ''] = /:root:lang\(en\) \{\s*--font-sans: ([^;]+);/.exec(css) ?? []
    expect(english.indexOf('Segoe UI')).toBeGreaterThanOrEqual(0)
    expect(english.indexOf('PingFang')).toBeGreaterThan(english.indexOf('Arial'))
    expect(css.indexOf(':root:lang(en)')).toBeGreaterThan(css.indexOf(':root {'))
  })
})
