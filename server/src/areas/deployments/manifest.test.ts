import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { CurrentManifest } from './currentManifest.ts'
import { LastGood } from './lastGood.ts'

const manifest = (revision: number, changes: object = {}) => ({
  revision,
  previous: null,
  updatedAt: '2026-03-02T08:11:09Z',
  updatedBy: 'ops',
  reason: 'test',
  ttlSeconds: 120,
  minHost: '0.1.0',
  discovery: { schema: '/mf/manifest.schema.json', microFrontends: {} },
  ...changes,
})
const BUILT = manifest(1)
/** A typing error: a text where a number is wanted. */
const TYPO = JSON.stringify(manifest(23, { ttlSeconds: '60' }))

describe('the deployment manifest', () => {
  let server: TestServer
  let client: string
  let operators: string
  beforeAll(async () => {
    client = await mkdtemp(path.join(os.tmpdir(), 'yanshu-manifest-'))
    for (const folder of ['host', 'mf']) await mkdir(path.join(client, folder))
    await writeFile(path.join(client, 'mf/manifest.json'), JSON.stringify(BUILT))
    server = await startTestServer({ engine: 'sqlite', clientFolder: client })
    operators = path.join(server.folder, 'mf/manifest.json')
    await mkdir(path.dirname(operators), { recursive: true })
  })
  afterEach(async () => {
    await rm(operators, { force: true, recursive: true })
    await ask()
    server.problems.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await rm(client, { recursive: true })
  })

  const ask = (headers: Record<string, string> = {}) => fetch(`${server.url}/mf/manifest.json`, { headers })
  const served = async () => (await ask()).json()
  const publish = async (text: string) => {
    await writeFile(`${operators}.new`, text)
    await rename(`${operators}.new`, operators)
  }
  /** What a server that starts now serves, and what it reports to its operator. */
  const afterRestart = async () => {
    const logged: { fields: object; message: string }[] = []
    const note = (fields: object, message: string) => void logged.push({ fields, message })
    const files = { dataFolder: server.folder, clientFolder: client, keys: null }
    const log = { info: note, warn: note, error: note }
    const current = new CurrentManifest(files, new LastGood(server.folder), log)
    return { revision: (await current.read())?.revision, logged }
  }

  test('given an operator’s manifest, then it comes before the built one, with no restart, and leaves as easily', async () => {
    expect(await served()).toEqual(BUILT)
    await publish(JSON.stringify(manifest(22)))
    expect(await served()).toEqual(manifest(22))
    await rm(operators)
    expect(await served()).toEqual(BUILT)
    expect(server.problems).toEqual([])
  })

  test('given a browser that has it, then it is compressed, asked for anew and said to be the same', async () => {
    await publish(JSON.stringify(manifest(22, { reason: 'x'.repeat(4_000) })))
    const large = await ask({ 'accept-encoding': 'gzip' })
    expect(large.headers.get('content-encoding')).toBe('gzip')
    expect(large.headers.get('cache-control')).toBe('no-cache')
    // Compressed on its way: the same tag for other bytes is a weak one.
    expect(large.headers.get('etag')).toMatch(/^W\/"/)
    expect(large.headers.get('vary')).toBe('accept-encoding')
    expect((await ask({ 'if-none-match': large.headers.get('etag') ?? '' })).status).toBe(304)
    await publish(JSON.stringify(manifest(23)))
    expect((await ask({ 'if-none-match': large.headers.get('etag') ?? '' })).status).toBe(200)
  })

  const mistakes: readonly [what: string, text: string, reason: string][] = [
    ['a wrong value', TYPO, 'ttlSeconds must be a whole number from 1 to 86400'],
    ['a missing comma', TYPO.replace(',', ''), 'it is not JSON: '],
    ['nothing in it', '', 'it is not JSON: '],
    ['another file’s content', '[]', 'it must be an object'],
  ]
  test.each(mistakes)(
    'given %s, then the last good one is served and the log says once what is wrong',
    async (_what, text, reason) => {
      await publish(JSON.stringify(manifest(22)))
      expect(await served()).toEqual(manifest(22))
      await publish(text)
      for (let times = 0; times < 3; times += 1) expect(await served()).toEqual(manifest(22))
      expect(server.problems).toEqual([expect.stringContaining(reason)])
      expect(server.problems[0]).toContain('the last good one, revision 22, is served until it is corrected')
      expect(server.problems[0]).toContain(operators)

      await publish(JSON.stringify(manifest(24)))
      expect(await served()).toEqual(manifest(24))
      expect(server.problems).toHaveLength(1)
    },
  )

  test('given the same mistake saved again, then the log says it again', async () => {
    await publish(TYPO)
    await served()
    await utimes(operators, new Date(), new Date(Date.now() + 5_000))
    await served()
    expect(server.problems).toHaveLength(2)
  })

  test('given a mistake in the first manifest of an operator, then the built one is served', async () => {
    await publish(TYPO)
    expect(await served()).toEqual(BUILT)
    expect((await afterRestart()).logged).toMatchObject([{ message: expect.stringContaining('revision 1, is served') }])
  })

  test('given a restart while the manifest has a mistake, then the last good one is served and the log says so at once', async () => {
    await publish(JSON.stringify(manifest(22)))
    await served()
    await publish(TYPO)
    const { revision, logged } = await afterRestart()
    expect(revision).toBe(22)
    expect(logged).toEqual([
      {
        fields: { file: operators, reasons: ['ttlSeconds must be a whole number from 1 to 86400'] },
        message:
          'The manifest has a mistake and is not used; the last good one, revision 22, is served until it is corrected',
      },
    ])
  })

  test('given a manifest that its operator took away, then it does not come back with the next mistake', async () => {
    await publish(JSON.stringify(manifest(22)))
    await served()
    await rm(operators)
    await served()
    await publish(TYPO)
    expect(await served()).toEqual(BUILT)
    expect((await afterRestart()).revision).toBe(1)
  })

  test('given the address that the schema gives itself, then it is there', async () => {
    const file = new URL('../../../../shared/discovery/schema/manifest.schema.json', import.meta.url)
    const schema = JSON.parse(await readFile(file, 'utf8'))
    const answer = await fetch(new URL(schema.$id, server.url))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/schema\+json/)
    expect(await answer.json()).toEqual(schema)
  })
})
