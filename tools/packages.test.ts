import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const PAGE = readFileSync(path.join(root, 'docs/components.md'), 'utf8')
/** A row of the table of packages: its name, and the files that import it. */
const ROW = /^\| `(?<name>@?[a-z][\w/-]*)` +\| (?<files>none|`[^|]*`) +\|/gm

const section = PAGE.slice(PAGE.indexOf('## The packages that were given'), PAGE.indexOf('## One of each'))
const sources = globSync('{host,remote-*,shared/*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

/** Comments name imports as well. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** The files that import a package or a part of it, also by `import()`. */
function importersOf(name: string): string[] {
  const imported = new RegExp(`(?:\\bfrom|\\bimport|\\bimport\\()\\s*'${name}(?:/[^']*)?'`)
  return sources
    .filter((file) => imported.test(readFileSync(path.join(root, file), 'utf8').replace(COMMENT, '')))
    .toSorted()
}

test('given the table of packages, then it names the files that import each', () => {
  const rows = [...section.matchAll(ROW)].map(({ groups }) => [
    groups?.name ?? '',
    [...(groups?.files ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file).toSorted(),
  ])
  expect(rows.length).toBeGreaterThanOrEqual(8)
  expect(rows).toEqual(rows.map(([name]) => [name, importersOf(`${name}`)]))
})
