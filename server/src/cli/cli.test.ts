import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordBlobs } from '../store/blobs/blobRows.ts'
import { blobPath } from '../store/blobs/fileBlobStore.ts'
import { transact } from '../store/database/transact.ts'
import { openTestMailServer } from '../testing/testMailServer.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const yanshu = async (args: readonly string[], input = '', more: Record<string, string> = {}) => {
  const env = { ...process.env, YANSHU_DATA: folder, DATABASE_URL: '', ...more }
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

test('given a damaged file, then a backup holds the rest, names what it lacks, and the exit code says so', async () => {
  const mailServer = await openTestMailServer('sqlite')
  for (const content of ['whole', 'damaged']) {
    const blob = await mailServer.context.blobs.put(Buffer.from(content))
    await transact(mailServer.context, (trx) => recordBlobs(trx, 'sqlite', [blob], 1))
    if (content === 'damaged') await truncate(blobPath(mailServer.folder, blob.hash), 3)
  }
  const backup = await yanshu(['backup', path.join(folder, 'backup')], '', { YANSHU_DATA: mailServer.folder })
  expect(backup).toMatchObject({ code: 1, out: expect.stringMatching(/^Backed up 1 files, 5 bytes/) })
  expect(backup.err).toMatch(/^Left out .*: its content is not what its name says\n1 files are gone or damaged/)
  await mailServer.close()
}, 30_000)

test('given settings, then check shows what would run, hides passwords, changes nothing, and tells what would fail', async () => {
  const data = path.join(folder, 'not-yet')
  const fine = await yanshu(['check'], '', { YANSHU_DATA: data, YANSHU_PORT: '0', YANSHU_DEMO: 'No' })
  expect(fine).toMatchObject({ code: 0, err: '' })
  expect(fine.out).toMatch(/^YANSHU_PORT +0$/m)
  expect(fine.out).toMatch(/^YANSHU_SMTP_PORT +2525 {2}\(default\)$/m)
  expect(fine.out).toMatch(/^YANSHU_DEMO +off$/m)
  expect(fine.out).toMatch(/^ok +the data folder .*not-yet will be made$/m)
  expect(await stat(data).catch(() => null)).toBeNull()

  const wrong = await yanshu(['check'], '', {
    DATABASE_URL: 'postgres://yanshu:Wild-Goose-7@127.0.0.1:1/yanshu',
    YANSHU_RELAY: 'smtp://me:Wild-Goose-8@127.0.0.1:1',
  })
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(/^FAILED +The database postgres:\/\/yanshu:\*\*\*@127\.0\.0\.1:1\/yanshu does not answer/m)
  expect(wrong.out).toMatch(/^FAILED +The relay smtp:\/\/me:\*\*\*@127\.0\.0\.1:1 takes no mail/m)
  expect(wrong.out + wrong.err).not.toContain('Wild-Goose')
  expect(wrong.err).toMatch(/2 of the above failed/)
}, 30_000)

test('given a place that cannot be written or a damaged backup, then restoring and backing up say so in a sentence', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  const backup = path.join(folder, 'backup')
  expect((await yanshu(['domain', 'add', 'example.com'])).code).toBe(0)
  expect((await yanshu(['backup', backup])).code).toBe(0)
  const sentence = expect.stringMatching(/^.*file.* cannot be used: a file stands where a folder should be\. .*\n$/)
  expect(await yanshu(['--data', path.join(file, 'data'), 'restore', backup])).toMatchObject({ code: 1, err: sentence })
  expect(await yanshu(['backup', path.join(file, 'backup')])).toMatchObject({ code: 1, err: sentence })
  await writeFile(path.join(backup, 'manifest.json'), '{"format":1')
  expect(await yanshu(['--data', path.join(folder, 'new'), 'restore', backup])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^.*manifest\.json is damaged: .*\n$/),
  })
}, 30_000)
