import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENTS } from './accents.ts'
import { contrast } from './contrast.ts'
import { TONES } from './palette.ts'
import { renderArcoCss } from './renderArcoCss.ts'
import { colourTokens, type Mode, renderTokensCss } from './renderTokensCss.ts'
import { SKINS, type SkinId } from './skinNames.ts'

const MODES: readonly Mode[] = ['light', 'dark']
const TEXT = 4.5
const GRAPHIC = 3

/** Pairs of text and ground that screens put together. */
const READABLE: readonly (readonly [text: string, ground: string])[] = [
  ...['text-1', 'text-2', 'text-3', 'danger', 'warning', 'success', 'info', 'accent-9'].flatMap((text) =>
    ['surface-1', 'surface-2', 'surface-3', 'surface-raised'].map((ground) => [text, ground] as const),
  ),
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
  ...['line-control', 'accent-5', 'text-4'].flatMap((graphic) =>
    ['surface-1', 'surface-2'].map((ground) => [graphic, ground] as const),
  ),
  ['star', 'surface-1'],
  ...TONES.map((_, index) => [`tone-${index + 1}-dot`, 'surface-1'] as const),
]

function shortfalls(skin: SkinId, mode: Mode): string[] {
  const tokens = colourTokens(skin, mode)
  const check = (pairs: typeof READABLE, least: number) =>
    pairs.flatMap(([one, other]) => {
      const a = tokens[one]
      const b = tokens[other]
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
})
