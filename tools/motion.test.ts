import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const SHEETS = ['host/src/**/*.css', 'remote-*/src/**/*.css', 'shared/ui/src/**/*.css']

/** What the compositor moves by itself: everything else lays out or paints with every frame. */
const CHEAP = /^(opacity|transform|none)\b/

/** Properties that a sheet lets move and that are neither opacity nor transform. */
function costlyMotion(css: string): string[] {
  const sheet = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const transitions = [...sheet.matchAll(/\btransition(?:-property)?:([^;}]*)/g)].flatMap(([, value = '']) =>
    value
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((one) => one.trim()),
  )
  const frames = [...sheet.matchAll(/@keyframes[^{]*\{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, steps = '']) =>
    [...steps.matchAll(/([a-z-]+):/g)].map(([, property = '']) => property),
  )
  return [...transitions, ...frames].filter((one) => !CHEAP.test(one))
}

test('it finds a colour that fades and a height that grows', () => {
  expect(costlyMotion('.a { transition: opacity 80ms, color var(--motion) cubic-bezier(0, 0, 0.2, 1); }')).toHaveLength(
    1,
  )
  expect(costlyMotion('@keyframes grow { from { height: 0 } to { opacity: 1; height: auto } }')).toEqual([
    'height',
    'height',
  ])
  expect(costlyMotion('.a { transition: transform 1ms; } @keyframes a { to { opacity: 1; } }')).toEqual([])
})

test('nothing moves but opacity and transform', () => {
  const costly = globSync(SHEETS, { cwd: root }).flatMap((file) =>
    costlyMotion(readFileSync(path.join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
  )
  expect(costly).toEqual([])
})
