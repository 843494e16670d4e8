import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHARED_PACKAGES } from '../../shared/discovery/src/index.ts'
import { createRemote, NewRemoteError } from './createRemote.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Stands in for the workspace: nothing of a test is left in the real one. */
let workspace = ''
let folder = ''

beforeAll(async () => {
  workspace = mkdtempSync(path.join(tmpdir(), 'yanshu-create-'))
  for (const file of ['biome.json', 'tsconfig.base.json']) cpSync(path.join(root, file), path.join(workspace, file))
  symlinkSync(path.join(root, 'node_modules'), path.join(workspace, 'node_modules'))
  folder = await createRemote({ name: 'remote-try', zh: '试用', en: 'Trial' }, workspace)
  // What `pnpm install` links for it, the host has as well.
  symlinkSync(path.join(root, 'host/node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const run = (program: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin', program), parameters, {
    cwd: workspace,
    encoding: 'utf8',
    env: { ...process.env, VITEST: '', NO_COLOR: '1' },
  })
  return { status, said: stdout + stderr }
}

test('given a new remote, then its names stand everywhere and nothing is left to be filled in', () => {
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  expect(JSON.parse(text('package.json'))).toMatchObject({
    name: 'remote-try',
    dependencies: Object.fromEntries(SHARED_PACKAGES.map((name) => [name, expect.any(String)])),
    scripts: {
      build: 'node ../tools/build.ts remote-try',
      test: 'vitest run --root .. remote-try/',
      typecheck: 'tsc --project .',
      dev: 'node ../tools/dev.ts remote-try',
    },
  })
  expect(text('src/contributes.ts')).toContain("{ prefix: 'try', title: { zh: '试用', en: 'Trial' }")
  expect(run('biome', 'check', '--vcs-enabled=false', '--error-on-warnings', 'remote-try')).toMatchObject({ status: 0 })
})

test('given a new remote, then its types are right', () => {
  expect(run('tsc', '--project', 'remote-try')).toEqual({ status: 0, said: '' })
}, 60_000)

test('given a new remote, then its tests pass', () => {
  const { status, said } = run('vitest', 'run', '--root', workspace, 'remote-try/')
  expect(said).toMatch(/Tests\s+7 passed/)
  expect(status).toBe(0)
}, 60_000)

test.each([
  ['no name', { name: '' }, 'is no name for a remote'],
  ['a path', { name: '../evil' }, 'is no name for a remote'],
  ['a name that is taken', { name: 'try' }, 'There is a folder remote-try already'],
  ['an address that is taken', { name: 'inbox' }, 'The address /inbox belongs to remote-mail'],
  ['a title that would end its quotes', { name: 'other', zh: "a', evil: '" }, 'A title has 1 to 40 characters'],
])('given %s, then it says why it cannot be made', async (_what, wanted, reason) => {
  const making = createRemote(wanted, workspace)
  await expect(making).rejects.toThrow(NewRemoteError)
  await expect(making).rejects.toThrow(reason)
})
