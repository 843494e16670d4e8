import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const IMPORT = /\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?'(\.[^']+)'/g

/** What each file of a folder imports of the same folder: code, types, and what is loaded later. */
function importsIn(folder: string): Map<string, readonly string[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.test\.tsx?$/.test(file))
  const imports = (file: string) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)]
      .map(([, to = '']) => path.join(path.dirname(file), to))
      .filter((to) => files.includes(to))
  return new Map(files.map((file) => [file, imports(file)]))
}

/** The first circle that is met, as the files on it; null where there is none. */
function circleOf(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const to of imports.get(file) ?? []) {
      const circle = walk(to, [...way, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const circle = walk(file, [])
    if (circle) return circle
  }
  return null
}

test('a circle is found, wherever it is entered', () => {
  const imports = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['c.ts', []],
    ['d.ts', ['b.ts']],
  ])
  expect(circleOf(imports)).toEqual(['b.ts', 'd.ts', 'b.ts'])
  expect(circleOf(new Map([['a.ts', ['b.ts']]]))).toBeNull()
})

test.each(['addressbook', 'ai', 'calendar', 'compose', 'operations'])(
  'no file of remote-%s imports itself over others, be it for a type',
  (name) => {
    const imports = importsIn(path.join(root, `remote-${name}/src`))
    expect([...imports.values()].flat().length).toBeGreaterThan(10)
    expect(circleOf(imports)).toBeNull()
  },
)
