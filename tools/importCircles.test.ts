import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Packages whose files do not import each other in a circle, types included: those that a page is made of. */
const PACKAGES = [
  'host',
  'shared/build',
  'shared/contracts',
  'shared/discovery',
  'shared/files',
  'shared/help',
  'shared/lists',
  'shared/mail-html',
  'shared/shell-api',
  'shared/ui',
  'remote-addressbook',
  'remote-ai',
  'remote-calendar',
  'remote-compose',
  'remote-documents',
  'remote-keys',
  'remote-mail',
  'remote-operations',
  'remote-settings',
]

/** What a file imports of its own package by a path, types and parts that come later included. */
const IMPORTED = /(?:\bfrom|\bimport\(|^import)\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+\.tsx?)'/gm

/** Which files each file imports. */
function importsOf(files: ReadonlyMap<string, string>): Map<string, readonly string[]> {
  const imports = new Map<string, readonly string[]>()
  for (const [file, text] of files) {
    const found = [...text.matchAll(IMPORTED)].map(([, to = '']) => path.posix.join(path.posix.dirname(file), to))
    imports.set(
      file,
      found.filter((to) => files.has(to)),
    )
  }
  return imports
}

/** The circles that a walk along imports meets, each from its first file back to it. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]) => {
    const at = way.indexOf(file)
    if (at >= 0) {
      circles.push([...way.slice(at), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

test('a circle is found through types, parts that come later and files between', () => {
  const files = new Map([
    ['src/a.ts', "import type { B } from './b.ts'\nexport type A = B"],
    ['src/b.ts', 'const c = () => import(/* webpackChunkName: "c" */ \'./in/c.tsx\')\nexport type B = typeof c'],
    ['src/in/c.tsx', "export { a } from '../a.ts'"],
    ['src/d.ts', "import './a.ts'"],
  ])
  expect(circlesOf(importsOf(files))).toEqual(['src/a.ts → src/b.ts → src/in/c.tsx → src/a.ts'])
})

test.each(PACKAGES)('the files of %s import each other in no circle', (name) => {
  const names = globSync(`${name}/src/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.split(path.sep).join('/'))
  expect(names.length).toBeGreaterThan(5)
  const files = new Map(names.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  expect(circlesOf(importsOf(files))).toEqual([])
})
