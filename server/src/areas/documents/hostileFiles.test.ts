import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filePreview } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { triedFiles } from '../../testing/triedFiles.ts'

let server: TestServer
let wei: TestClient
let outside: Server
/** What was asked for of a server that files name. */
const asked: string[] = []
let away = ''

beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  server = await startTestServer({ engine: 'sqlite', still: true })
  wei = await server.as(await server.addUser('zhang.wei'))
  for (const name of ['netdiskEnable', 'previewEnable'] as const) {
    await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
  }
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => outside.close(resolve))
})

const CASES = triedFiles('http://127.0.0.1:1').map(({ name }, at) => [`${at}-${name}`, at] as const)

test('there are eighty of them', () => expect(CASES).toHaveLength(80))

test.each(CASES)('%s shows what it should, and nothing is called', async (name, at) => {
  const one = triedFiles(away)[at]
  if (!one) throw new Error(name)
  const content = await one.content()
  const kept = await keepDocument(wei, name, typeof content === 'string' ? content : new Uint8Array(content))
  const documentId = kept.data?.documentId ?? 0
  const preview = await wei.get('documents/preview', { documentId })
  expect(filePreview.parse(preview).kind).toBe(one.kind)
  const shown = JSON.stringify(preview)
  for (const text of one.shows ?? []) expect(shown).toContain(JSON.stringify(text).slice(1, -1))
  for (const text of one.hides ?? []) expect(shown).not.toContain(text)
  const place = await wei.file(`file/documentShown/${documentId}`)
  await place.arrayBuffer()
  if (['picture', 'pdf', 'audio', 'video'].includes(one.kind)) {
    expect(place.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(place.headers.get('content-type')).toMatch(/^(?:image|audio|video)\/|^application\/pdf$/)
  } else expect(place.status).toBeGreaterThanOrEqual(400)
  const saved = await wei.file(`file/document/${documentId}`)
  await saved.arrayBuffer()
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(asked).toEqual([])
})
