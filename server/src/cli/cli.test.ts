import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const yanshu = async (args: readonly string[], input = '') => {
  const env = { ...process.env, YANSHU_DATA: folder, DATABASE_URL: '' }
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: await ended }
}

test('given a new system, then an operator adds a domain and people, imports their mail and sees them', async () => {
  expect(await yanshu(['user', 'add', 'li.na@example.com'], 'a-good-password\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no domain'),
  })
  expect((await yanshu(['domain', 'add', 'Example.com'])).code).toBe(0)
  const added = await yanshu(
    ['user', 'add', 'li.na@example.com', '--name', '李娜', '--quota', '10'],
    'a-good-password\n',
  )
  expect(added).toMatchObject({ code: 0, out: 'Made li.na@example.com\n' })
  const mail = path.join(folder, 'one.eml')
  await writeFile(mail, 'Subject: one\n\nbody\n')
  const imported = await yanshu(['import', '--user', 'li.na@example.com', mail, path.join(MAIN, '../main.ts')])
  expect(imported.code).toBe(0)
  expect(imported.out).toMatch(/^Imported 1 mails .*left out: 1$/m)
  expect(imported.err).toContain('main.ts: it has no header')
  const listed = await yanshu(['user', 'list'])
  expect(listed.out).toBe('li.na@example.com\t李娜\t1 KiB of 10.0 MiB\n')
}, 30_000)

test('given a mistake, then it is a sentence and the exit code says so', async () => {
  const missing = await yanshu(['--data', path.join(folder, 'nowhere'), 'user', 'list'])
  expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no data folder/) })
  const nobody = await yanshu(['import', '--user', 'nobody@example.com', folder])
  expect(nobody).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no account nobody@example\.com/) })
  const unknown = await yanshu(['frobnicate'])
  expect(unknown.code).not.toBe(0)
  expect(unknown.err).toContain('--help')
}, 30_000)
