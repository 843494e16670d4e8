import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Words that say nothing to a newcomer, with the field's own words for them. */
const INSTEAD: Readonly<Record<string, string>> = {
  rehearse: 'warmRenderer, or what is made ready ahead',
  lucky: 'byRollout',
  hands: 'listParts, or what is handed over',
  speak: 'loadMessages',
  deed: 'command',
  resting: 'detachedBody',
  holding: 'pending',
  told: 'notifiedAt, or what has been sent',
  untold: 'what is not yet notified',
  post: 'mailTransport; `post` is the method of HTTP alone',
}

/** Names with the word `post` that mean HTTP's POST. */
const HTTP_POST = new Set(['post', 'PostPath', 'PostBody', 'PostData'])

const SOURCES = ['{host,remote-*,server,deploy,demo,e2e,tools,shared}/**/*.{ts,tsx,mts,mjs}']
const files = globSync(SOURCES, {
  cwd: root,
  exclude: (file) => /(^|[\\/])(node_modules|dist|dist-dev)([\\/]|$)/.test(`${file}`),
}).filter((file) => file !== path.join('tools', 'words.test.ts'))

/** Comments, then texts, then names. What stands behind a dot belongs to whoever declared it. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<!\.)(?<name>[A-Za-z_$][\w$]*)|\.[A-Za-z_$][\w$]*/g

const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

/** What is wrong with a name, null for nothing. */
function complaintOf(name: string): string | null {
  if (name === 'Quiet') return 'Quiet: write SilentBoundary'
  const word = wordsIn(name).find((one) => Object.hasOwn(INSTEAD, one) && !(one === 'post' && HTTP_POST.has(name)))
  return word === undefined ? null : `${name}: instead of “${word}” write ${INSTEAD[word]}`
}

function complaintsIn(code: string): string[] {
  const names = new Set<string>()
  for (const { groups } of code.matchAll(TOKENS)) if (groups?.name) names.add(groups.name)
  return [...names].flatMap((name) => complaintOf(name) ?? [])
}

test('given a name of the list, in whatever place it is declared, then it is refused; texts and comments are not', () => {
  for (const code of [
    'const lucky = 1',
    'function tellUntold() {}',
    'interface A { readonly restingBody: string }',
    'const { told } = row',
    'class Quiet {}',
    'export const startPost = () => 1',
  ]) {
    expect([code, complaintsIn(code).length]).toEqual([code, 1])
  }
  const fine = "// told\n/* lucky */ const a = 'speak' + `deed` + http.post('x') + b.hands"
  expect(complaintsIn(fine)).toEqual([])
})

test('the names of the code are plain: none of the list', () => {
  expect(files.length).toBeGreaterThan(600)
  const found = files.flatMap((file) =>
    [
      ...complaintsIn(readFileSync(path.join(root, file), 'utf8')),
      ...[complaintOf(path.basename(file).replace(/\..*$/, ''))].filter((one) => one !== null),
    ].map((one) => `${file}: ${one}`),
  )
  expect(found.join('\n')).toBe('')
})
