import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const remotes = globSync('remote-*/src/remote.ts', { cwd: root }).map((file) => file.split(path.sep)[0] ?? '')

/** Code alone: comments may name a remote for instance. */
const codeOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')

test('the host and the shared packages name no remote: they know what the manifest lists', () => {
  const files = globSync(['host/**/*.{ts,tsx,css,html,json}', 'shared/**/*.{ts,tsx,css,json}'], {
    cwd: root,
    exclude: (file) => /node_modules|(^|[\\/])(dist|test|fixtures)([\\/]|$)/.test(`${file}`),
  }).filter((file) => !/\.test\.tsx?$/.test(file) && file !== path.join('shared', 'build', 'budgets.json'))
  expect(files.length).toBeGreaterThan(150)
  expect(remotes.length).toBeGreaterThan(2)
  const found = files.flatMap((file) => remotes.filter((remote) => codeOf(file).includes(remote)).map(() => file))
  expect(found).toEqual([])
})

interface Declared {
  readonly routes: readonly { readonly prefix: string }[]
  readonly nav?: readonly { readonly path: string }[]
  readonly shortcuts?: readonly { readonly keys: string; readonly path: string }[]
}

const declared: readonly Declared[] = await Promise.all(
  remotes.map(async (remote) => (await import(path.join(root, remote, 'src/contributes.ts'))).default),
)

/** Texts of code, without their quotes. */
const textsOf = (code: string) =>
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([text]) => text.slice(1, -1))

test('the host and the shell name no address and no key of a remote: remotes declare them', () => {
  const files = globSync('{host/src,shared/shell-api/src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (file) => /[\\/](testing|messages|help)([\\/]|$)|\.test\.tsx?$/.test(`${file}`),
  })
  expect(files.length).toBeGreaterThan(150)
  const prefixes = declared.flatMap(({ routes }) => routes.map(({ prefix }) => prefix))
  const keys = declared.flatMap(({ shortcuts = [] }) => shortcuts.map((shortcut) => shortcut.keys))
  expect([prefixes.length > 15, keys.length > 3]).toEqual([true, true])
  const isAddress = (text: string) => prefixes.some((prefix) => new RegExp(`^#?/${prefix}(?=[/?$]|$)`).test(text))
  const found = files.flatMap((file) =>
    textsOf(codeOf(file))
      .filter((text) => isAddress(text) || keys.includes(text))
      .map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
