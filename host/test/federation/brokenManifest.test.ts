// @vitest-environment happy-dom
/// <reference types="node" />
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Manifest } from '@yanshu/discovery'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadManifest, ManifestUnavailableError } from '../../src/federation/loadManifest.ts'
import { manifestOf } from './servedManifest.ts'

const WHOLE = JSON.stringify(manifestOf(8))

type Answer = (reply: ServerResponse) => void
const sends =
  (body: string, status = 200): Answer =>
  (reply) =>
    reply.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end(body)

let answer: Answer = sends(WHOLE)
const server = createServer((_request, reply) => answer(reply))
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf/manifest.json`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => vi.restoreAllMocks())

/** What the browser keeps: the last manifest that was good. */
function kept(good: unknown) {
  const written: Manifest[] = []
  return { written, read: async () => good, write: async (one: Manifest) => void written.push(one) }
}

const broken: readonly (readonly [what: string, answer: Answer])[] = [
  ['an error of the server', sends('{}', 500)],
  ['a page in its place', sends('<!doctype html><title>404</title>')],
  ['half of it', sends(WHOLE.slice(0, WHOLE.length / 2))],
  ['a field that makes no sense', sends(WHOLE.replace('"ttlSeconds":120', '"ttlSeconds":"soon"'))],
  ['nothing', sends('')],
  ['a connection that breaks', (reply) => reply.destroy()],
]

test.each(broken)('given %s, then the last good one is used, and stays kept', async (_what, wrong) => {
  vi.spyOn(console, 'error').mockReturnValue()
  answer = wrong
  const good = kept(manifestOf(7))
  const { manifest: used, stale } = await loadManifest(url, good)
  expect([used.revision, stale]).toEqual([7, true])
  expect(good.written).toEqual([])
  await expect(loadManifest(url, kept({ revision: 'x' }))).rejects.toThrow(ManifestUnavailableError)
})

test('given a good one, then it is used and kept for the next failure', async () => {
  answer = sends(WHOLE)
  const good = kept(undefined)
  expect(await loadManifest(url, good)).toEqual({ manifest: manifestOf(8), stale: false })
  expect(good.written).toEqual([manifestOf(8)])
})
