import { readFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { S3_SECRET, startTestS3, type TestS3 } from '../../server/src/testing/s3Server.ts'
import { Installation, writeBuild } from './installation.ts'

const LABEL = 'remote-notes/1.0.0-0a1b2c3d'
const ENTRY = 'remoteEntry.11223344.js'
const fine = { code: 0, err: '' }

let here: Installation
let s3: TestS3
let pages: Awaited<ReturnType<typeof startPublic>>
beforeEach(async () => {
  here = await Installation.make()
  s3 = await startTestS3()
  pages = await startPublic()
})
afterEach(async () => {
  await Promise.all([here.remove(), s3.stop(), pages.stop()])
})

/** What browsers read: the bucket's folder `remotes`, or the data folder below `/data/`, with a header or without it. */
async function startPublic() {
  const state = { allowed: true }
  const contentOf = async (pathname: string) => {
    if (pathname.startsWith('/data/')) return readFile(path.join(here.data, pathname.slice('/data/'.length)))
    return s3.objects.get(`remotes${pathname}`)?.content
  }
  const server = http.createServer((request, response) => {
    if (state.allowed) response.setHeader('access-control-allow-origin', '*')
    contentOf(request.url ?? '').then(
      (content) => response.writeHead(content ? 200 : 404).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    state,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const built = (build: Parameters<typeof writeBuild>[1], root = 'built') => writeBuild(path.join(here.root, root), build)
const remotes = (...args: string[]) =>
  here.start(args, { YANSHU_REMOTES_S3: s3.settingOf('/remotes'), YANSHU_REMOTES_URL: `${pages.url}/` }).done
const listed = async () => (await here.manifest()).discovery.microFrontends['remote-notes'] ?? []

test('given a bucket, then a build is copied there once, listed by the address of browsers, and checked file by file', async () => {
  const folder = await built({ version: '1.0.0', files: { 'list.css': '.notes_a{color:red}' } })
  expect(await remotes('publish', folder, '-m', 'dry', '--dry-run')).toMatchObject(fine)
  expect(s3.objects.size).toBe(0)
  expect(await remotes('publish', folder, '-m', 'first')).toMatchObject(fine)
  const names = [ENTRY, 'build.json', 'list.css', 'main.55667788.js'].map((name) => `remotes/r/${LABEL}/${name}`)
  expect([...s3.objects.keys()].sort()).toEqual(names.sort())
  const cacheControl = 'public, max-age=31536000, immutable'
  expect(s3.objects.get(`remotes/r/${LABEL}/${ENTRY}`)).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    cacheControl,
  })
  expect(s3.objects.get(`remotes/r/${LABEL}/list.css`)).toMatchObject({ type: 'text/css; charset=utf-8', cacheControl })
  const [candidate] = await listed()
  expect(candidate?.url).toBe(`${pages.url}/r/${LABEL}/${ENTRY}`)
  expect(candidate).not.toHaveProperty('fallbackUrl')
  await expect(readFile(path.join(here.data, 'r', LABEL, ENTRY))).rejects.toThrow('ENOENT')
  expect((await remotes('verify')).out).toContain('1 versions, 1 in use')

  const puts = () => s3.asked.filter((request) => request.startsWith('PUT')).length
  const before = puts()
  await remotes('restore', '1', '-m', 'as built')
  expect((await remotes('publish', folder, '-m', 'again')).out).toContain('Its files are there already')
  const other = await built({ version: '1.0.0', files: { 'list.css': '.notes_b{color:red}' } }, 'other')
  await remotes('restore', '1', '-m', 'as built')
  const refused = await remotes('publish', other, '-m', 'other')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('never overwritten') })
  expect(refused.err).not.toContain(S3_SECRET)
  expect(puts()).toBe(before)

  await remotes('publish', folder, '-m', 'back')
  s3.objects.set(`remotes/r/${LABEL}/main.55667788.js`, { changedAt: 0, content: Buffer.from('alert(1)') })
  const tampered = expect.stringMatching(/ERROR {3}remote-notes 1\.0\.0.*main\.55667788\.js is not what/)
  expect(await remotes('verify')).toMatchObject({ code: 1, out: tampered })
}, 240_000)

test('given an upload that breaks off or that browsers could not read, then nothing is listed, and the next try completes it', async () => {
  const folder = await built({ version: '1.0.0' })
  s3.before = (request) => (request.startsWith('PUT') && request.endsWith('build.json') ? 403 : undefined)
  const broken = await remotes('publish', folder, '-m', 'x')
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('the bucket answered 403 to PUT') })
  expect(broken.err).not.toContain(S3_SECRET)
  s3.before = () => undefined
  pages.state.allowed = false
  const unread = await remotes('publish', folder, '-m', 'x')
  expect(unread).toMatchObject({ code: 1, err: expect.stringContaining('Access-Control-Allow-Origin: *') })
  await expect(here.manifest()).rejects.toThrow('ENOENT')
  pages.state.allowed = true
  expect(await remotes('publish', folder, '-m', 'x')).toMatchObject(fine)
  expect(await listed()).toHaveLength(1)
}, 240_000)

test('given a bucket without the address of browsers, or with a wrong one, then it is refused before anything is copied', async () => {
  const folder = await built({ version: '1.0.0' })
  const refused = async (bucket: string, ...more: string[]) => {
    const { code, err } = await here.start(['publish', folder, '-m', 'x', '--bucket', bucket, ...more]).done
    expect(code).toBe(1)
    expect(err).not.toContain(S3_SECRET)
    return err
  }
  expect(await refused(s3.settingOf())).toContain('Say where browsers find')
  expect(await refused(s3.settingOf(), '--url', 'static.example.org')).toContain('no address that browsers')
  expect(await refused('https://host/bucket', '--url', pages.url)).toContain('KEY-ID:SECRET')
  expect(await refused(s3.settingOf('', 'wrong'), '--url', pages.url)).toContain('SignatureDoesNotMatch')
  expect(s3.objects.size).toBe(0)
}, 240_000)

test('given another origin before the data folder, then it is named first, and the server stands in for it', async () => {
  const url = `${pages.url}/data`
  expect(await here.run('publish', await built({ version: '1.0.0' }), '-m', 'x', '--url', url)).toMatchObject(fine)
  const own = `/r/${LABEL}/${ENTRY}`
  expect(await listed()).toMatchObject([{ url: url + own, fallbackUrl: own }])
  expect(await here.run('verify')).toMatchObject(fine)
}, 240_000)
