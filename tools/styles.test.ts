import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const SHEETS = ['host/src/**/*.css', 'remote-*/src/**/*.css', 'shared/{files,ui}/src/**/*.css']

/** What comes and goes while a person works: a pseudo-class of their hands, of the contents, or an attribute of a state. */
const STATE = /:(?:hover|active|focus|focus-within|focus-visible|checked|has)\b|\[(?:aria-|data-active|data-selected)/
/** `:has()` on the root, or on elements of which a page has thousands. */
const ASKS_ALL = /^(?:\*|:root|html|body|div|span)?(?::not\([^)]*\))*:has\(/
/** Brackets and what stands in them, two deep. */
const BRACKETS = /\((?:[^()]|\([^()]*\))*\)/g

/** The selectors of a sheet, each without the others of its list. */
function selectorsOf(css: string): string[] {
  const sheet = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...sheet.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) =>
    list
      .trim()
      .split(/,(?![^(]*\))/)
      .map((one) => one.trim())
      .filter((one) => !one.startsWith('@')),
  )
}

/**
 * Selectors for which the browser styles far more than changed. A state before `> *` is enough for everything below each
 * element that has such a state, and `:has()` on the root or on any element asks at each element that comes or goes.
 */
const costly = (css: string): string[] =>
  selectorsOf(css).filter((selector) => {
    const parts = selector.split(/\s*[>+~]\s*(?![^(]*\))|\s+(?![^(]*\))/)
    const last = parts.at(-1) ?? ''
    const isNamed = /[.#[]/.test(last.replace(BRACKETS, '')) || /:is\(\s*(?:[.[]|[a-z])/.test(last)
    const isTyped = /^[a-z]/.test(last)
    return (
      (!isNamed && !isTyped && STATE.test(parts.slice(0, -1).join(' '))) || parts.some((part) => ASKS_ALL.test(part))
    )
  })

test('it finds a state before any element, and a question to the whole page', () => {
  const found = [
    '.row:hover .tools > * { opacity: 1 }',
    '.node[aria-selected="true"] .end > :first-child { color: red }',
    ':root:has([aria-modal="true"]) .place { top: 0 }',
    '.field > div:has(> .toggles) { display: flex }',
    '.field :has(> [role="textbox"]) { min-height: 1px }',
  ]
  for (const rule of found) expect(costly(rule), rule).toHaveLength(1)
  const fine =
    '.row:hover .tools, .tools > *, .choice:has(:checked) .caption > span, .rows tr:hover > :is(td, th) { color: red }'
  expect(costly(fine)).toEqual([])
})

test('no style makes the browser look through what has not changed', () => {
  const found = globSync(SHEETS, { cwd: root }).flatMap((file) =>
    costly(readFileSync(path.join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
  )
  expect(found).toEqual([])
})
