import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { validateOperatorManifest } from '@yanshu/discovery/operations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Deployment, LostUpdateError, newPrivateKey, publicKeyOf } from '../src/index.ts'
import { Installation, writeBuild } from './installation.ts'

let here: Installation
beforeEach(async () => {
  here = await Installation.make()
})
afterEach(() => here.remove())

const fine = { code: 0, err: '' }
const built = (build: Parameters<typeof writeBuild>[1]) => writeBuild(path.join(here.root, 'built'), build)
/** A first version that all accounts have and a second that none has yet. */
async function twoVersions(): Promise<void> {
  expect(await here.run('publish', await built({ version: '1.0.0' }), '-m', 'first')).toMatchObject(fine)
  expect(await here.run('publish', await built({ version: '1.1.0' }), '-m', 'second')).toMatchObject(fine)
}
const trafficOf = async () =>
  (await here.manifest()).discovery.microFrontends['remote-notes']?.map(({ deployment }) => deployment.traffic)

test('given builds, then they are published, promoted, rolled back and listed with who and why', async () => {
  await twoVersions()
  const dry = await here.run('promote', 'remote-notes', '1.1.0', '--to', '10', '--dry-run')
  expect(dry).toMatchObject(fine)
  expect(dry.out).toContain('goes to 10 % of the people')
  expect(await trafficOf()).toEqual([0, 100])
  const silent = await here.run('promote', 'remote-notes', '1.1.0', '--to', '10')
  expect(silent).toMatchObject({ code: 1, err: expect.stringContaining('--reason') })
  const named = ['--by', 'wang.l', '-m', 'looks good']
  expect(await here.run('promote', 'remote-notes', '1.1.0', '--to', '10', ...named)).toMatchObject(fine)
  expect(await here.run('rule', 'remote-notes', '1.1.0', '--department', 'IT', '-m', 'they asked')).toMatchObject(fine)
  expect(await trafficOf()).toEqual([10, 100])
  expect((await here.run('status')).out).toContain('1.1.0-0a1b2c3d           IT + 10 %')
  expect(await here.run('rollback', 'remote-notes', '-m', 'the list is empty')).toMatchObject(fine)
  expect(await trafficOf()).toEqual([0, 100])
  const history = (await here.run('history', '--diff')).out
  expect(history).toMatch(/^4\t.*\twang\.l\tlooks good$/m)
  expect(history).toContain('remote-notes 1.1.0-0a1b2c3d deployment.traffic: 0 → 10')
  expect(await here.run('restore', '4', '-m', 'it was not that')).toMatchObject(fine)
  expect(await trafficOf()).toEqual([10, 100])
  expect((await here.run('verify')).out).toContain('2 versions, 2 in use')
}, 240_000)

test('given a build that is not fit, then nothing is copied or listed, and everything that is wrong is said', async () => {
  const refused = async (build: Parameters<typeof writeBuild>[1], ...sentences: string[]) => {
    const folder = await built({ id: `bad${sentences.length}${Math.random().toString(16).slice(2, 8)}`, ...build })
    const { code, err } = await here.run('publish', folder, '-m', 'x')
    expect(code).toBe(1)
    for (const sentence of sentences) expect(err).toContain(sentence)
  }
  await refused(
    {
      version: '1.0.0',
      files: {
        'a.js': 'x.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=1',
        'a.css': '.notes_a{color:red} body{margin:0}',
        'a.js.map': '{}',
      },
    },
    'a.js carries React',
    'a.css styles what is not its own: body',
    'a.js.map is a source map',
  )
  await refused({ version: '1.0.0', requires: { react: '^18.0.0' } }, 'needs react ^18.0.0; the host has 19.3.0')
  await refused({ version: '1.0.0', contributes: { routes: 'all' } }, 'contributes.routes: must be a list')
  await refused({ version: '../../1.0.0' }, 'is not what a build writes')
  const tampered = await built({ version: '2.0.0' })
  await writeFile(path.join(tampered, 'main.55667788.js'), 'alert(1)')
  await writeFile(path.join(tampered, 'more.js'), '')
  await writeFile(path.join(tampered, 'remoteEntry.11223344.js.gz'), 'not packed')
  const { code, err } = await here.run('publish', tampered, '-m', 'x')
  expect(code).toBe(1)
  expect(err).toContain('main.55667788.js is not what was built')
  expect(err).toContain('more.js does not belong to the build')
  expect(err).toContain('remoteEntry.11223344.js.gz unpacks to something else')
  await expect(access(path.join(here.data, 'r'))).rejects.toThrow('ENOENT')
  await expect(access(path.join(here.data, 'mf/manifest.json'))).rejects.toThrow('ENOENT')
}, 240_000)

test('given a version that is published, then the same again is refused, and another in its place as well', async () => {
  const folder = await built({ version: '1.0.0' })
  expect(await here.run('publish', folder, '-m', 'first')).toMatchObject(fine)
  expect((await here.run('publish', folder, '-m', 'again')).err).toContain('is published already')
  await here.run('restore', '1', '-m', 'as built')
  const other = await writeBuild(path.join(here.root, 'other'), { version: '1.0.0', files: { 'other.js': '1' } })
  expect(await here.run('publish', other, '-m', 'other')).toMatchObject({
    code: 1,
    err: expect.stringContaining('never overwritten'),
  })
  expect(await here.run('publish', folder, '-m', 'the same')).toMatchObject(fine)
}, 240_000)

test('given files that are gone or changed after they were published, then nobody is given them, and verify names them', async () => {
  await twoVersions()
  const folder = path.join(here.data, 'r/remote-notes/1.1.0-0a1b2c3d')
  await writeFile(path.join(folder, 'main.55667788.js'), 'alert(1)')
  const promoted = await here.run('promote', 'remote-notes', '1.1.0', '--to', '1', '-m', 'x')
  expect(promoted).toMatchObject({ code: 1, err: expect.stringContaining('main.55667788.js is not what was built') })
  expect(await trafficOf()).toEqual([0, 100])
  await writeFile(path.join(here.data, 'r/remote-notes/1.0.0-0a1b2c3d/main.55667788.js'), 'alert(1)')
  expect(await here.run('verify')).toMatchObject({
    code: 1,
    out: expect.stringContaining('ERROR   remote-notes 1.0.0'),
  })
}, 240_000)

test('given two operators who looked at the same manifest, then the second is refused with both changes', async () => {
  await twoVersions()
  const deployment = new Deployment({ dataFolder: here.data, clientFolder: here.client, keysFile: null })
  const note = (by: string) => ({ by, reason: by, at: new Date().toISOString() })
  const target = { department: 'IT' }
  const version = { remote: 'remote-notes', version: '1.1.0' }
  const mine = await deployment.plan({ action: 'promote', ...version, to: 10 }, note('li'))
  const theirs = await deployment.plan({ action: 'rule', ...version, target, use: true }, note('wang'))
  await deployment.write(theirs.seen, theirs.next)
  const refused: unknown = await deployment.write(mine.seen, mine.next).catch((error: unknown) => error)
  if (!(refused instanceof LostUpdateError)) throw refused
  expect(refused.message).toContain('wang has changed the manifest meanwhile')
  expect(refused.mine.map(({ path: at }) => at)).toContain('remote-notes 1.1.0-0a1b2c3d deployment.traffic')
  expect(refused.theirs.map(({ path: at }) => at)).toContain('remote-notes 1.1.0-0a1b2c3d extras.rollout.rules')
  expect(await trafficOf()).toEqual([0, 100])
  const late = await here.run('promote', 'remote-notes', '1.1.0', '--to', '10', '-m', 'x', '--if-revision', '3')
  expect(late).toMatchObject({ code: 1, err: expect.stringContaining('The manifest is at revision 4, not 3') })
}, 240_000)

test('given two promotions that are started together, then the later one is refused with the differences of both', async () => {
  await twoVersions()
  expect(await here.run('publish', await built({ version: '1.2.0' }), '-m', 'third')).toMatchObject(fine)
  for (let times = 0; times < 2; times++) {
    const ended = await Promise.all(
      ['1.1.0', '1.2.0'].map((version) =>
        here.run('promote', 'remote-notes', version, '--to', '100', '-m', version).then((end) => ({ ...end, version })),
      ),
    )
    const [written, refused] = ended.toSorted((a, b) => Number(a.code) - Number(b.code))
    expect([written?.code, refused?.code]).toEqual([0, 1])
    expect(refused?.err).toContain('has changed the manifest meanwhile')
    expect(refused?.err).toMatch(
      new RegExp(`You wanted:\\n[^]*${refused?.version}-0a1b2c3d deployment.default: false → true`),
    )
    expect(refused?.err).toMatch(
      new RegExp(`They did:\\n[^]*${written?.version}-0a1b2c3d deployment.default: false → true`),
    )
    const named = (await here.manifest()).discovery.microFrontends['remote-notes']?.find(
      (one) => one.deployment.default,
    )
    expect(named?.metadata.version).toBe(written?.version)
    // Who looks again may go on.
    expect(await here.run('promote', 'remote-notes', '1.0.0', '--to', '100', '-m', 'back')).toMatchObject(fine)
  }
}, 240_000)

test('given many operators at once, then what one was told is written is there in the end', async () => {
  await twoVersions()
  const rules = ['IT', 'HR', 'Law', 'Sales'].map(
    (name) => here.start(['rule', 'remote-notes', '1.1.0', '--department', name, '-m', name]).done,
  )
  const ended = await Promise.all(rules)
  const written = ['IT', 'HR', 'Law', 'Sales'].filter((_, at) => ended[at]?.code === 0)
  for (const { code, err } of ended) if (code !== 0) expect(err).toContain('has changed the manifest meanwhile')
  expect(written.length).toBeGreaterThan(0)
  const now = await here.manifest()
  const departments = now.discovery.microFrontends['remote-notes']?.[0]?.extras.rollout?.rules?.flatMap(
    ({ depts }) => depts ?? [],
  )
  expect(departments?.toSorted()).toEqual(written.toSorted())
  expect(now.revision).toBe(3 + written.length)
}, 240_000)

test('given kill -9 at any moment of a publication, then the manifest is whole, and the next try does it', async () => {
  expect(await here.run('publish', await built({ version: '1.0.0' }), '-m', 'first')).toMatchObject(fine)
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`part${at}.js`, `${at}`.repeat(20_000)]))
  const folder = await built({ version: '1.1.0', files })
  const started = performance.now()
  expect(await here.run('publish', folder, '--dry-run')).toMatchObject(fine)
  const whole = performance.now() - started
  for (let at = 0; at < 8; at++) {
    const publishing = here.start(['publish', folder, '-m', 'second'])
    await wait(whole * (0.3 + at * 0.12))
    publishing.kill()
    await publishing.done
    validateOperatorManifest(await here.manifest())
    // Every build that is named is there, whole.
    expect((await here.run('verify')).code).toBe(0)
    if ((await here.manifest()).revision > 2) break
  }
  const { code, err } = await here.run('publish', folder, '-m', 'second')
  if (code !== 0) expect(err).toContain('is published already')
  expect((await here.manifest()).discovery.microFrontends['remote-notes']).toHaveLength(2)
  expect((await here.run('promote', 'remote-notes', '1.1.0', '--to', '100', '-m', 'x')).code).toBe(0)
  expect((await readdir(path.join(here.data, 'mf'))).filter((name) => name.endsWith('.unfinished'))).toEqual([])
}, 240_000)

test('given keys, then only what an operator signed is written; a retired key and a changed file are named', async () => {
  const key = path.join(here.root, 'operator.pem')
  const keys = path.join(here.root, 'keys.json')
  const made = await here.run('keys', 'new', key)
  expect(made).toMatchObject(fine)
  await writeFile(keys, made.out)
  const folder = await built({ version: '1.0.0' })
  const signed = (...args: string[]) => here.run('--keys', keys, ...args)
  expect(await signed('publish', folder, '-m', 'first')).toMatchObject({
    code: 1,
    err: expect.stringContaining('it is not signed'),
  })
  expect(await signed('publish', folder, '-m', 'first', '--key', key)).toMatchObject(fine)
  expect((await here.manifest()).signature?.kid).toBe(publicKeyOf(await readFile(key, 'utf8')).kid)
  expect((await signed('verify')).code).toBe(0)
  const stranger = path.join(here.root, 'stranger.pem')
  await writeFile(stranger, newPrivateKey())
  expect((await signed('disable', 'remote-notes', '-m', 'x', '--key', stranger)).err).toContain('not known here')
  for (const [file, why] of [
    [`${key}.none`, 'there is no such file'],
    [keys, 'This is not a private key in PEM'],
  ] as const) {
    const { err } = await signed('disable', 'remote-notes', '-m', 'x', '--key', file)
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(why)])
  }
  const file = path.join(here.data, 'mf/manifest.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace('"ttlSeconds": 120', '"ttlSeconds": 121'))
  expect((await signed('verify')).err).toContain('was changed after it was signed')
}, 240_000)

test('given a stack of built code, then its places in the sources are named where a map is kept, and no file elsewhere is read', async () => {
  // One mapping: line 1, column 1 of the built file is line 1, column 1 of the source, in `open`.
  const map = { version: 3, sources: ['webpack://remote-notes/./src/notes.ts'], names: ['open'], mappings: 'AAAAA' }
  const folder = path.join(here.data, 'maps/r/remote-notes/1.0.0-0a1b2c3d')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'main.js.map'), JSON.stringify(map))
  await writeFile(path.join(here.data, 'secret.js.map'), JSON.stringify(map))
  const stack = path.join(here.root, 'stack.txt')
  const at = 'https://mail.example.org/r/remote-notes/1.0.0-0a1b2c3d/main.js:1:1'
  await writeFile(stack, `TypeError\n    at ${at}\n    at /r/../secret.js:1:1\n    at /app/main.js:1:1\n`)
  const { code, out } = await here.run('stack', stack)
  expect(code).toBe(0)
  expect(out).toContain(`${at} → src/notes.ts:1:1 (open)`)
  expect(out).toContain('No source map for: /r/../secret.js, /app/main.js')
  expect(await here.run('stack', path.join(here.root, 'none'))).toMatchObject({ code: 1 })
})

test('given a canary, then halt takes it from everybody and leaves it listed; the default is not halted', async () => {
  await twoVersions()
  expect(await here.run('promote', 'remote-notes', '1.1.0', '--to', '50', '-m', 'x')).toMatchObject(fine)
  expect(await here.run('halt', 'remote-notes', '1.1.0', '-m', 'it fails')).toMatchObject(fine)
  expect(await trafficOf()).toEqual([0, 100])
  expect(await here.run('halt', 'remote-notes', '1.0.0', '-m', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is what everybody gets'),
  })
  expect(await here.run('promote', 'remote-notes', '1.1.0', '--to', '10', '-m', 'again')).toMatchObject(fine)
}, 240_000)

test('given a key that may only stop versions, then the tool stops by it and does nothing else, and the history names it', async () => {
  const file = (name: string) => path.join(here.root, name)
  const keys = file('keys.json')
  const [own, stop] = [
    await here.run('keys', 'new', file('own.pem')),
    await here.run('keys', 'new', file('stop.pem'), '--stop-only'),
  ]
  const all = [own, stop].flatMap(({ out }) => JSON.parse(out).keys)
  await writeFile(keys, JSON.stringify({ keys: all }))
  const by = (name: string, ...args: string[]) =>
    here.run('--keys', keys, ...args, '-m', args[0] ?? '', '--key', file(name))
  for (const version of ['1.0.0', '1.1.0']) {
    expect(await by('own.pem', 'publish', await built({ version }))).toMatchObject(fine)
  }
  expect(await by('own.pem', 'promote', 'remote-notes', '1.1.0', '--to', '10')).toMatchObject(fine)
  const refused = await by('stop.pem', 'promote', 'remote-notes', '1.1.0', '--to', '50')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('may only halt, disable and revoke versions, not promote'),
  })
  expect(await by('stop.pem', 'halt', 'remote-notes', '1.1.0')).toMatchObject(fine)
  const shown = async () => (await here.run('--keys', keys, 'status')).out
  expect(await shown()).toMatch(/^Revision 5.*\n.*\n +1\.1\.0-0a1b2c3d +nobody/)
  expect(await by('stop.pem', 'revoke', 'remote-notes', '1.1.0')).toMatchObject(fine)
  expect(await shown()).toMatch(/^Revision 6.*\n.*\n +1\.1\.0-0a1b2c3d +revoked/)
  expect(await here.run('--keys', keys, 'verify')).toMatchObject(fine)
  expect((await here.run('--keys', keys, 'history')).out).toMatch(
    new RegExp(
      `^6\\t.*\\(signed by ${all[1].kid}\\)\\n5\\t.*\\(signed by stop-.*\\)\\n4\\t.*\\(signed by ${all[0].kid}\\)`,
    ),
  )
  // What operators sign next holds what was stopped.
  expect(await by('own.pem', 'publish', await built({ version: '1.2.0' }))).toMatchObject(fine)
  const now = await here.manifest()
  expect(now).toMatchObject({ revision: 7, signature: { kid: all[0].kid } })
  expect(now).not.toHaveProperty('stops')
  expect(await shown()).toMatch(/1\.1\.0-0a1b2c3d +revoked/)
}, 240_000)
