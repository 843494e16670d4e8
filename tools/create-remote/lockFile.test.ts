import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addToLockFile } from './lockFile.ts'

const lock = readFileSync(path.resolve(import.meta.dirname, '../../pnpm-lock.yaml'), 'utf8')

test('given a new remote, then the lock file has it in its place and is as before in every other line', () => {
  const added = addToLockFile(
    lock,
    'remote-mailx',
    { dependencies: { react: '19.3.1', '@yanshu/ui': 'workspace:*' }, devDependencies: { '@types/react': '19.3.0' } },
    'host',
  )
  const at = added.indexOf('\n  remote-mailx:\n')
  const end = added.indexOf('\n\n', at) + 1
  expect(added.slice(at + 1, end)).toBe(`  remote-mailx:
    dependencies:
      '@yanshu/ui':
        specifier: workspace:*
        version: link:../shared/ui
      react:
        specifier: 19.3.1
        version: 19.3.1
    devDependencies:
      '@types/react':
        specifier: 19.3.0
        version: 19.3.0
`)
  expect(`${added.slice(0, at)}${added.slice(end)}`).toBe(lock)
  expect(added.slice(0, at).lastIndexOf('\n  remote-mail:\n')).toBeGreaterThan(0)
  expect(added.indexOf('\n  remote-operations:\n')).toBeGreaterThan(at)
})

test('given a dependency whose version nothing says, then it is refused', () => {
  expect(() => addToLockFile(lock, 'remote-x', { dependencies: { unknown: '1.0.0' } }, 'host')).toThrow('unknown')
})
