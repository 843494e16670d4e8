/// <reference types="node" />
import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { LastGoodManifest } from '../../src/federation/lastGoodManifest.ts'
import { loadManifest, ManifestUnavailableError } from '../../src/federation/loadManifest.ts'
import { readOverrides } from '../../src/federation/overrides.ts'
import { manifestOf } from './servedManifest.ts'

const manifest = manifestOf(7)

/** An address that gives this text. */
const served = (text: string) => URL.createObjectURL(new Blob([text], { type: 'application/json' }))
const good = served(JSON.stringify(manifest))

function memory(kept?: unknown): LastGoodManifest & { kept: unknown } {
  return {
    kept,
    async read() {
      return this.kept
    },
    async write(value) {
      this.kept = value
    },
  }
}

test('given a good manifest, then it is used and kept', async () => {
  const store = memory()
  expect(await loadManifest(good, store)).toEqual({ manifest, stale: false })
  expect(store.kept).toEqual(manifest)
})

const unusable: [string, string][] = [
  ['no answer', 'blob:nodedata:gone'],
  ['a page', served('<!doctype html>')],
  ['another format', served('{"revision":1}')],
]

test.each(unusable)('given %s and a kept manifest, then the kept one is used and stays', async (_what, url) => {
  const store = memory(manifest)
  expect(await loadManifest(url, store)).toMatchObject({ manifest, stale: true })
  expect(store.kept).toEqual(manifest)
})

test.each(unusable)('given %s and nothing kept, then it fails', async (_what, url) => {
  await expect(loadManifest(url, memory())).rejects.toThrow(ManifestUnavailableError)
})

test('given a manifest with a mistake, then the console says where it is', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await loadManifest(served(JSON.stringify({ ...manifest, ttlSeconds: 'soon' })), memory(manifest))
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^blob:\S+ can't be used: [\s\S]*ttlSeconds/)]])
  said.mockRestore()
})

test('given a kept manifest of an older format, then it is not used', async () => {
  await expect(loadManifest('blob:nodedata:gone', memory({ revision: 1 }))).rejects.toThrow(ManifestUnavailableError)
})

test('given a browser that stores nothing, then a good manifest is used all the same', async () => {
  const refusing: LastGoodManifest = {
    read: () => Promise.reject(new Error('refused')),
    write: () => Promise.reject(new Error('refused')),
  }
  expect((await loadManifest(good, refusing)).manifest).toEqual(manifest)
})

test('given stored overrides, then only those are read', () => {
  const entries = new Map([
    ['mf:override:remote-mail', 'http://localhost:4301/remoteEntry.js'],
    ['token', 'secret'],
  ])
  const storage = {
    length: entries.size,
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
  }
  expect(readOverrides(storage)).toEqual({ 'remote-mail': 'http://localhost:4301/remoteEntry.js' })
})

/** A server whose answer waits until the test lets it go. */
async function slowServer() {
  let release: (text: string) => void = () => undefined
  const text = new Promise<string>((resolve) => {
    release = resolve
  })
  const server = createServer(async (_request, response) => response.end(await text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/mf/manifest.json`, release }
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

const next = { ...manifest, revision: 8 }

test('given a server that does not answer, then the kept manifest is used after two seconds, and the fresh one when it comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { url, release } = await slowServer()
  const store = memory(manifest)
  let given: Awaited<ReturnType<typeof loadManifest>> | undefined
  const loading = loadManifest(url, store).then((loaded) => {
    given = loaded
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(given).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(given).toMatchObject({ manifest, stale: true })
  release(JSON.stringify(next))
  expect(await given?.late).toEqual({ manifest: next, stale: false })
  expect(store.kept).toEqual(next)
})

test('given a slow answer that cannot be used, then the kept manifest stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { url, release } = await slowServer()
  const loading = loadManifest(url, memory(manifest))
  await vi.advanceTimersByTimeAsync(2_000)
  const { late } = await loading
  release('<!doctype html>')
  expect(await late).toBeUndefined()
})

test('given a slow server and nothing kept, then its answer is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { url, release } = await slowServer()
  const loading = loadManifest(url, memory())
  await vi.advanceTimersByTimeAsync(3_000)
  release(JSON.stringify(next))
  expect(await loading).toEqual({ manifest: next, stale: false })
})
