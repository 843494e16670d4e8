import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const SOURCES = ['host/src/**/*.{ts,tsx}', 'remote-*/src/**/*.{ts,tsx}', 'shared/{files,lists,ui}/src/**/*.{ts,tsx}']

/** Types are imported by the compiler alone. */
const TYPE_ONLY = /typeof import\(|import\('[^']*'\)\.[A-Z]/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const CALL = /\bimport\(/g
/** What stands before an import that is requested again when its chunk is lost. */
const RETRIED =
  /\b(fetchPart|lazyPart|onDemandParts|handOut|withWords|withPart|page|drawnLater)(<[^()]*>)?\(\s*(async )?\(\) =>(\s*\{\s*const \w+ = await)?\s*$/
/** Routes, views and words of a remote, which the host requests again. */
const DECLARED = /('[\w.-]+'|load): (\(\) =>|\(language\) =>[^,;]*[?:])\s*$/
/** Parts of messages, which `messageParts` requests again. */
const MESSAGES = /\w+: \(\) =>\s*$/
const declaredIn = (text: string, file: string): RegExp | null =>
  path.basename(file) === 'remote.ts' ? DECLARED : text.includes(' messageParts') ? MESSAGES : null

/** The imports of a text that nothing repeats, with what stands before them. */
function bareImports(text: string, file: string): string[] {
  const code = text.replace(TYPE_ONLY, '').replace(COMMENT, '')
  return [...code.matchAll(CALL)]
    .map(({ index }) => code.slice(Math.max(0, index - 160), index))
    .filter((before) => !RETRIED.test(before) && !declaredIn(text, file)?.test(before))
}

test.each([
  ['remote-mail/src/remote.ts', "{ path: 'inbox', load: () => import('./Inbox.tsx') }"],
  ['remote-mail/src/remote.ts', "views: { 'topbar.search': () => import('./QuickSearch.tsx') }"],
  ['remote-mail/src/remote.ts', "load: (language) => (language === 'en' ? import('./en.ts') : import('./zh.ts'))"],
  ['remote-mail/src/a.tsx', 'const Part = lazyPart(() => import(/* webpackChunkName: "a" */ \'./Part.tsx\'))'],
  ['remote-mail/src/words.ts', "const words = messageParts(NS, shell, { zh: { first: () => import('./zh.ts') } })"],
  ['remote-mail/src/a.tsx', 'type Parts = typeof import("./parts.ts")'],
])('given %s with %s, then its imports are asked for again', (file, code) => {
  expect(bareImports(code, file)).toEqual([])
})

test.each([
  ['remote-mail/src/remote.ts', "const { moveTo } = await import('./commands.ts')"],
  ['remote-mail/src/remote.ts', "void import('./mailbox.ts').then(start)"],
  ['remote-mail/src/a.tsx', "const Part = lazy(() => import('./Part.tsx'))"],
  ['remote-mail/src/a.tsx', "const load = () => import('./Part.tsx')"],
])('given %s with %s, then a chunk that is lost once would be lost', (file, code) => {
  expect(bareImports(code, file)).toHaveLength(1)
})

test('every chunk of the client is requested again when it is lost: by fetchPart, lazyPart or onDemandParts', () => {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => bareImports(readFileSync(path.join(root, file), 'utf8'), file).map(() => file))
  expect(found).toEqual([])
})
