import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PublicSurface, publicSurfaces } from './publicSurface.ts'
import { differences, problemOf, renderReport, surfaceHash } from './report.ts'

// Each reading is two runs of the compiler.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let root: string

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

const INDEX = `import type { Bird } from './bird.ts'
export * from './nest.ts'
/** Says where it flies. */
export function fly({ wings }: Bird, to = 'south') { return wings > 1 ? to : null }
export { hidden as shown } from './hidden.ts'
`

function surfaceOf(index: string, version = '0.1.0'): PublicSurface {
  write('kit/package.json', JSON.stringify({ name: '@kit/kit', version, exports: { '.': './src/index.ts' } }))
  write('kit/src/index.ts', index)
  const [surface] = publicSurfaces(root, ['kit'])
  if (!surface) throw new Error('nothing was read')
  return surface
}

let before: PublicSurface

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'yanshu-surface-'))
  write(
    'tsconfig.base.json',
    JSON.stringify({
      compilerOptions: {
        target: 'ES2023',
        module: 'ESNext',
        moduleResolution: 'bundler',
        strict: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: [],
      },
    }),
  )
  write('kit/src/bird.ts', 'export interface Bird { readonly wings: number }\nexport interface Unseen { a: 1 }\n')
  write(
    'kit/src/nest.ts',
    "export type Nest = 'tree' | 'roof'\nconst secret = 1\nexport const nests = (): Nest[] => (secret ? [] : [])\n",
  )
  write('kit/src/hidden.ts', 'export const hidden = 3 as const\n')
  before = surfaceOf(INDEX)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('given a package, then its surface is what it exports and what that mentions, and nothing else', () => {
  expect(before.entries).toEqual(new Map([['@kit/kit', ['Nest', 'fly', 'nests', 'shown']]]))
  expect(before.declarations).toEqual([
    'interface Bird {\n  readonly wings: number;\n}',
    "type Nest = 'tree' | 'roof';",
    'function fly({ wings }: Bird, to?: string): string | null;',
    'const hidden: 3;',
    'const nests: () => Nest[];',
  ])
})

test('given a module whose exports are taken together, then the surface has them under their name', () => {
  write('kit/src/seas.ts', 'export const north = 1\nexport const south = 2\n')
  expect(surfaceOf("export * as Sea from './seas.ts'\n").declarations).toEqual([
    'namespace Sea {\n  const north = 1;\n  const south = 2;\n}',
  ])
})

test('given what changes no promise, then the report is the same to the letter', () => {
  const same = surfaceOf(
    `${INDEX.replace('wings > 1 ? to : null', 'wings > 2 ? to : null')}\n// more\nfunction own() {}\nown()\n`,
  )
  expect(renderReport(same)).toBe(renderReport(before))
})

test('given a schema, then the report has its name and a mark that changes with it, and what its docstring says first', () => {
  const fields = (names: string) => `const inner: z.ZodObject<{ ${names} }>;`
  const report = (names: string) =>
    renderReport({
      ...before,
      declarations: [fields(names)],
      sentences: new Map([['fly', 'Says where it flies.']]),
    })
  const long = 'a: z.ZodString; '.repeat(40)
  expect(report(long)).toMatch(/^const inner: schema \/\/ [0-9a-f]{12}$/m)
  expect(report(long)).not.toBe(report(`${long}b: z.ZodString`))
  expect(report('a: z.ZodString')).toContain(fields('a: z.ZodString'))
  expect(report(long)).toContain('- `fly`: Says where it flies.')
})

test('given a report that is old, then the words say what to run and what has changed', () => {
  const changed = surfaceOf(INDEX.replace("to = 'south'", 'to: string, slowly = false'), '0.2.0')
  const problem = problemOf(changed, renderReport(before), {})
  expect(problem).toContain('npm run api')
  expect(problem).toContain('- function fly({ wings }: Bird, to?: string): string | null;')
  expect(problem).toContain('+ function fly({ wings }: Bird, to: string, slowly?: boolean): string | null;')
  expect(problemOf(changed, renderReport(changed), {})).toBeNull()
})

test('given a released surface, then a change of it under the same version is refused, whatever the report says', () => {
  const released = { '@kit/kit': { version: '0.1.0', surface: surfaceHash(before) } }
  expect(problemOf(before, renderReport(before), released)).toBeNull()
  const changed = surfaceOf(`${INDEX}export const more = 1\n`)
  expect(problemOf(changed, renderReport(changed), released)).toContain('Raise "version" in its package.json')
  const raised = surfaceOf(`${INDEX}export const more = 1\n`, '0.1.1')
  expect(problemOf(raised, renderReport(raised), released)).toBeNull()
})

test('given a type of a mentioned file that changes, then the surface has changed', () => {
  write('kit/src/bird.ts', 'export interface Bird { readonly wings: number; readonly name?: string }\n')
  const changed = surfaceOf(INDEX)
  expect(differences(renderReport(before), renderReport(changed))).toEqual(['- interface Bird {', '+ interface Bird {'])
})
