import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const remotes = globSync('remote-*/src/remote.ts', { cwd: root }).map((file) => file.split(path.sep)[0] ?? '')

/** Code alone: comments may tell of a remote for instance. */
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
