import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { exactFolder, keepWithin } from './exactPages.ts'
import { exactPagesJob } from './exactPagesJob.ts'
import { runExactProgram } from './exactProgram.ts'

/** Programs that stand for LibreOffice: each takes the same parameters, the folder for its PDF before the document. */
const scratch = path.join(tmpdir(), `yanshu-exact-${process.pid}`)
const PROGRAMS = {
  makes: 'printf "%%PDF-1.4\\n" > "$out/in.pdf"; cat "$in" >> "$out/in.pdf"; printf "\\n%%%%EOF" >> "$out/in.pdf"',
  hangs: 'sleep 600 & sleep 600',
  eats: `awk 'BEGIN { text = "x"; while (1) text = text text }'; printf "%%PDF-1.4\\n%%%%EOF" > "$out/whole.pdf"`,
  grows: 'head -c 40000000 /dev/zero > "$out/in.pdf"',
  lies: 'echo "<html>" > "$out/in.pdf"',
  shows: '{ printf "%%PDF-1.4\\n"; env; pwd; printf "\\n%%%%EOF"; } > "$out/in.pdf"',
} as const
const program = (name: keyof typeof PROGRAMS) => path.join(scratch, name)
const limits = { time: 20_000, memory: 512 * 1_024, output: 4 * 1_024 * 1_024 }
const docx = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from(' 采购合同')])
const run = (name: keyof typeof PROGRAMS, more = {}) =>
  runExactProgram({ jail: null, program: program(name) }, { content: docx, ending: 'docx' }, { ...limits, ...more })
/** Folders of runs that are left. */
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('yanshu-pages-'))

let server: TestServer
let wei: TestClient
let na: TestClient
beforeAll(async () => {
  mkdirSync(scratch, { recursive: true })
  for (const [name, lines] of Object.entries(PROGRAMS)) {
    const head = '#!/bin/sh\nwhile [ "$1" != --outdir ]; do shift; done\nout=$2; in=$3\n'
    writeFileSync(path.join(scratch, name), `${head}${lines}\n`)
    chmodSync(path.join(scratch, name), 0o755)
  }
  server = await startTestServer({
    engine: 'sqlite',
    still: true,
    exactPages: { jail: null, program: program('makes') },
  })
  wei = await server.as(await server.addUser('zhang.wei'))
  na = await server.as(await server.addUser('li.na'))
  for (const name of ['netdiskEnable', 'previewEnable'] as const)
    await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
})
afterAll(async () => {
  await server.stop()
  rmSync(scratch, { recursive: true })
})

let before: readonly string[] = []
beforeEach(() => {
  before = left()
})

test('given a program that makes PDF, then it is answered, and nothing of the run is left', async () => {
  const pages = await run('makes')
  expect(pages?.toString()).toMatch(/^%PDF-1\.4\n.*采购合同\n%%EOF$/s)
  expect(left()).toEqual(before)
})

test('given a program that hangs, with another that it has started, then both are killed in time', async () => {
  expect(await run('hangs', { time: 300 })).toBeNull()
  expect(left()).toEqual(before)
})

test.each(['eats', 'grows', 'lies'] as const)('given a program that %s, then no pages come of it', async (name) => {
  expect(await run(name)).toBeNull()
  expect(left()).toEqual(before)
})

test('given a program that is not there, then no pages come of it', async () => {
  const missing = { jail: null, program: path.join(scratch, 'missing') }
  expect(await runExactProgram(missing, { content: docx, ending: 'docx' }, limits)).toBeNull()
})

test('given the variables of the server, then the program has none of them', async () => {
  process.env.YANSHU_LINK_SECRET_OF_TEST = 'secret-of-the-server'
  const seen = (await run('shows'))?.toString() ?? ''
  delete process.env.YANSHU_LINK_SECRET_OF_TEST
  expect(seen).toContain('HOME=')
  expect(seen).not.toContain('secret-of-the-server')
})

test('given documents, then their owner alone gets exact pages, made once, and they go when no one keeps the file', async () => {
  const { data } = await keepDocument(wei, '合同.docx', docx.toString('latin1'))
  const documentId = data?.documentId ?? 0
  const other = (await keepDocument(wei, '便笺.txt', 'PK')).data?.documentId ?? 0
  expect(await wei.get('documents/preview', { documentId })).toMatchObject({ exact: true, viewer: expect.any(String) })
  expect((await wei.get('documents/preview', { documentId: other })).exact).toBeUndefined()
  const shown = (client: TestClient, id = documentId) => client.file(`file/documentShown/${id}?exact=1`)
  const answer = await shown(wei)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(await answer.text()).toMatch(/^%PDF-/)
  const kept = readdirSync(exactFolder(server.context))
  expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{64}-[0-9a-f]{8}\.pdf$/)])
  // What is kept is answered when the program is gone.
  rmSync(program('makes'))
  expect((await (await shown(wei)).text()).slice(0, 5)).toBe('%PDF-')
  for (const [client, id] of [
    [na, documentId],
    [wei, other],
  ] as const) {
    const refused = await shown(client, id)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    await refused.text()
  }
  await jobsOf(server.context).runDue([exactPagesJob])
  expect(readdirSync(exactFolder(server.context))).toEqual(kept)
  await server.context.store.db.deleteFrom('document').where('id', '=', documentId).execute()
  await server.context.store.db.deleteFrom('blob_hold').execute()
  await server.context.store.db.deleteFrom('blob').execute()
  await exactPagesJob.run(server.context, { signal: AbortSignal.timeout(60_000) } as never)
  expect(readdirSync(exactFolder(server.context))).toEqual([])
  expect(await wei.refused('GET', 'documents/preview', { documentId })).toBe(Code.documentNotFound)
})

test('given more pages than are kept, then those that were looked at last stay', async () => {
  const folder = path.join(scratch, 'kept')
  mkdirSync(folder)
  const names = ['a', 'b', 'c'].map((letter) => `${letter.repeat(64)}-00000000.pdf`)
  for (const name of names) writeFileSync(path.join(folder, name), 'x'.repeat(10))
  await keepWithin(folder, 20)
  expect(readdirSync(folder)).toHaveLength(2)
  await keepWithin(folder, 0)
  expect(readdirSync(folder)).toEqual([])
})
