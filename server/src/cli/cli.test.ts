import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { recordBlobs } from '../store/blobs/blobRows.ts'
import { blobPath } from '../store/blobs/fileBlobStore.ts'
import { openBlobStore } from '../store/blobs/openBlobStore.ts'
import { openStore } from '../store/database/open.ts'
import { transact } from '../store/database/transact.ts'
import { damageBlob } from '../testing/blobs.ts'
import { startTestS3 } from '../testing/s3Server.ts'
import { startTestServer } from '../testing/testServer.ts'
import { runYanshuHere } from '../testing/yanshuCommand.ts'

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

/** What a test needs before it, without a process of its own. */
const prepare = (args: readonly string[], input = '') =>
  runYanshuHere({ dataFolder: folder, database: '' }, args, input)

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
}, 120_000)

test('given a mistake, then it is a sentence and the exit code says so', async () => {
  const missing = await yanshu(['--data', path.join(folder, 'nowhere'), 'user', 'list'])
  expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no data folder/) })
  const stranger = await yanshu(['import', '--user', 'nobody@example.com', folder])
  expect(stranger).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no account nobody@example\.com/) })
  const unknown = await yanshu(['frobnicate'])
  expect(unknown.code).not.toBe(0)
  expect(unknown.err).toContain('--help')
}, 120_000)

test('given a damaged file, then a backup holds the rest, names what it lacks, and the exit code says so', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  for (const content of ['whole', 'damaged']) {
    const blob = await mailServer.context.blobs.put(Buffer.from(content))
    await transact(mailServer.context, (trx) => recordBlobs(trx, 'sqlite', [blob], 1))
    if (content === 'damaged') await damageBlob(mailServer.context.config, blob.hash, 'truncated')
  }
  const backup = await yanshu(['backup', path.join(folder, 'backup')], '', { YANSHU_DATA: mailServer.folder })
  expect(backup).toMatchObject({ code: 1, out: expect.stringMatching(/^Backed up 1 files, 5 bytes/) })
  expect(backup.err).toMatch(/^Left out .*: its content is not what its name says\n1 files are gone or damaged/)
  await mailServer.stop()
}, 120_000)

test('given a bucket, then a backup is restored into it, what breaks off is begun again, and damage is found first', async () => {
  const s3 = await startTestS3()
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  try {
    const small = await mailServer.context.blobs.put(Buffer.from('雁书'))
    const large = await mailServer.context.blobs.put(Buffer.alloc(9 * 1_024 * 1_024, 'yanshu'))
    await transact(mailServer.context, (trx) => recordBlobs(trx, 'sqlite', [small, large], 1))
    const backup = path.join(folder, 'backup')
    expect((await yanshu(['backup', backup], '', { YANSHU_DATA: mailServer.folder })).code).toBe(0)
    const YANSHU_S3 = s3.settingOf('/restored')
    const restore = (data: string) => yanshu(['--data', path.join(folder, data), 'restore', backup], '', { YANSHU_S3 })

    s3.before = (name) => (name.startsWith('PUT') ? 503 : undefined)
    expect(await restore('silent')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The bucket http\S+restored \(YANSHU_S3\) does not answer: [^\n]*\n$/),
    })
    const unfinished = await yanshu(['check'], '', { YANSHU_DATA: path.join(folder, 'silent'), YANSHU_DEMO: 'No' })
    expect(unfinished).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^FAILED +A restore into .*silent has not ended/m),
    })
    s3.before = (name) => (name.startsWith('PUT') ? 403 : undefined)
    expect((await restore('refused')).code).toBe(1)
    expect(await stat(path.join(folder, 'refused', 'yanshu.db')).catch(() => null)).toBeNull()
    s3.before = () => undefined
    const done = await restore('new')
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/^Restored 2 files, 9437190 bytes, into .*new and http:.*restored/)
    const keys = [small, large].map(({ hash }) => `restored/blobs/${hash.slice(0, 2)}/${hash}`)
    expect([...s3.objects.keys()].toSorted()).toEqual(keys.toSorted())
    const bucket = await openBlobStore(readConfig({ YANSHU_DATA: path.join(folder, 'new'), YANSHU_S3 }))
    expect(Buffer.from(await bucket.readAll(small.hash)).toString()).toBe('雁书')
    const store = await openStore(path.join(folder, 'new', 'yanshu.db'))
    expect(await store.db.selectFrom('blob').select('hash').execute()).toHaveLength(2)
    await store.close()

    s3.objects.clear()
    const damaged = blobPath(backup, small.hash)
    // A new file: the old one is the same as the server's.
    await rm(damaged)
    await writeFile(damaged, '雁收')
    expect(await restore('damaged')).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') })
    expect([...s3.objects.keys()].some((key) => key.includes(small.hash))).toBe(false)
  } finally {
    await mailServer.stop()
    await s3.stop()
  }
}, 120_000)

test('given settings, then check shows what would run, hides passwords, changes nothing, and tells what would fail', async () => {
  const data = path.join(folder, 'not-yet')
  // A relay that is down keeps no server from starting: mail for others waits.
  const relay = { YANSHU_DATA: data, YANSHU_PORT: '0', YANSHU_DEMO: 'No', YANSHU_RELAY: 'smtp://127.0.0.1:1' }
  const starting = await yanshu(['check', '--start'], '', relay)
  expect(starting).toMatchObject({ code: 0, out: expect.stringMatching(/^WARNING The relay/m) })
  expect((await yanshu(['check'], '', relay)).code).toBe(1)
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
}, 120_000)

test('given a place that cannot be written or a damaged backup, then restoring and backing up say so in a sentence', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  const backup = path.join(folder, 'backup')
  expect((await prepare(['domain', 'add', 'example.com'])).code).toBe(0)
  expect((await yanshu(['backup', backup])).code).toBe(0)
  const sentence = expect.stringMatching(/^.*file.* cannot be used: a file stands where a folder should be\. .*\n$/)
  expect(await yanshu(['--data', path.join(file, 'data'), 'restore', backup])).toMatchObject({ code: 1, err: sentence })
  expect(await yanshu(['backup', path.join(file, 'backup')])).toMatchObject({ code: 1, err: sentence })
  // Folders below /proc are those of processes; what is below /sys is the kernel's. No user makes any there.
  for (const nowhere of ['/proc/yanshu', '/sys/yanshu']) {
    expect(await yanshu(['backup', nowhere])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\/(proc|sys)\/yanshu cannot be (made|used): .*\n$/),
    })
  }
  await writeFile(path.join(backup, 'manifest.json'), '{"format":1')
  expect(await yanshu(['--data', path.join(folder, 'new'), 'restore', backup])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^.*manifest\.json is damaged: .*\n$/),
  })
}, 120_000)

/** A file that no user can read: a link that leads to itself. */
const makeUnreadable = async (file: string) => {
  await rm(file, { force: true })
  await symlink(path.basename(file), file)
}

test('given files that cannot be read, then an import names them, goes on, and takes them the next time', async () => {
  const sources = path.join(folder, 'sources')
  await mkdir(path.join(sources, 'box', 'cur'), { recursive: true })
  await mkdir(path.join(sources, 'box', 'new'))
  await writeFile(path.join(sources, 'one.eml'), 'Subject: one\n\nbody\n')
  const locked = [path.join(sources, 'two.eml'), path.join(sources, 'box', 'cur', '1.two:2,S')]
  for (const file of locked) await makeUnreadable(file)
  expect((await prepare(['domain', 'add', 'example.com'])).code).toBe(0)
  expect((await prepare(['user', 'add', 'li.na@example.com'], 'a-good-password\n')).code).toBe(0)

  const first = await yanshu(['import', '--user', 'li.na@example.com', sources])
  expect(first).toMatchObject({ code: 1, out: expect.stringMatching(/^Imported 1 mails .*left out: 0$/m) })
  for (const file of locked) expect(first.err).toContain(`Not read ${file}: its symbolic links lead in a circle\n`)
  expect(first.err).toMatch(/^2 files or folders could not be read\. /m)

  for (const [at, file] of locked.entries()) {
    await rm(file)
    await writeFile(file, `Subject: later ${at}\n\nbody\n`)
  }
  const second = await yanshu(['import', '--user', 'li.na@example.com', sources])
  expect(second).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Imported 2 mails /m) })
}, 120_000)

test('given a backup of which a part cannot be read, then it is not called damaged; a restore belongs to the user named', async () => {
  const backup = path.join(folder, 'backup')
  expect((await prepare(['domain', 'add', 'example.com'])).code).toBe(0)
  expect((await yanshu(['backup', backup])).code).toBe(0)
  // No other user of the machine reads the mail in it.
  expect((await stat(backup)).mode & 0o77).toBe(0)
  expect((await stat(path.join(backup, 'yanshu.db'))).mode & 0o77).toBe(0)

  const me = os.userInfo()
  const data = path.join(folder, 'restored')
  expect(await yanshu(['--data', data, 'restore', backup, '--user', 'nobody-has-this-name'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no user nobody-has-this-name on this machine\. /),
  })
  expect((await yanshu(['--data', data, 'restore', backup, '--user', me.username])).code).toBe(0)
  expect(await stat(path.join(data, 'yanshu.db'))).toMatchObject({ uid: me.uid })

  const store = path.join(backup, 'yanshu.db')
  await rename(store, `${store}.away`)
  await makeUnreadable(store)
  const unreadable = await yanshu(['backup', 'verify', backup])
  expect(unreadable).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^yanshu\.db: it cannot be read: .*\n1 files of /),
  })
  expect(unreadable.err).not.toMatch(/damaged|gone/)
  await makeUnreadable(path.join(backup, 'manifest.json'))
  expect(await yanshu(['backup', 'verify', backup])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^.*manifest\.json cannot be read: its symbolic links lead in a circle\. /),
  })
}, 120_000)

test('given a reader that ends early, or a full disk behind the output, then a command ends without a trace', async () => {
  for (let at = 0; at < 3; at++) expect((await prepare(['domain', 'add', `d${at}.example`])).code).toBe(0)
  const through = async (reader: string) => {
    const env = { ...process.env, YANSHU_DATA: folder, DATABASE_URL: '', NODE: process.execPath, MAIN }
    const child = spawn('bash', ['-c', `set -o pipefail; "$NODE" "$MAIN" domain list ${reader}`], { env })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, err, code: await ended }
  }
  expect(await through('2>&1 | true')).toEqual({ out: '', err: '', code: 0 })
  expect(await through('> /dev/full')).toEqual({
    out: '',
    err: expect.stringMatching(/^(What was printed could not be written: the disk is full\n)+$/),
    code: 1,
  })
}, 120_000)
