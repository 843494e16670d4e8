import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { pdfViewerPath } from './pdfViewer.ts'

const BUDGETS = path.resolve(import.meta.dirname, '../../../../shared/build/budgets.json')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
})
afterAll(() => server.stop())

const part = (name: string) =>
  fetch(`${server.url}/api/${pdfViewerPath(server.context).replace('viewer.html', name)}`, {
    headers: { 'accept-encoding': 'gzip' },
  })

test('given the page that shows PDF files, then it has no origin, reaches nothing and lies where browsers keep it', async () => {
  const page = await part('viewer.html')
  expect(await page.text()).toContain('viewer.mjs')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/allow-same-origin|connect-src|unsafe-eval'(?<!wasm-unsafe-eval')|unsafe-inline/)
  expect(page.headers.get('cache-control')).toContain('immutable')
  for (const [name, type] of [
    ['pages.mjs', 'text/javascript'],
    ['UniGB-UCS2-H.bcmap', 'application/octet-stream'],
    ['openjpeg.wasm', 'application/wasm'],
  ] as const) {
    const answer = await part(name)
    expect([answer.status, answer.headers.get('content-type')], name).toEqual([200, expect.stringContaining(type)])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await answer.arrayBuffer()
  }
})

test('given other names or another version, then nothing is sent', async () => {
  for (const name of ['pdf.sandbox.mjs', '..%2Fpackage.json', 'package.json', 'quickjs-eval.wasm', '__proto__']) {
    const answer = await part(name)
    expect(answer.status, name).toBe(404)
    await answer.text()
  }
  const old = await fetch(`${server.url}/api/file/viewer/0123456789abcdef/viewer.html`)
  expect(old.status).toBe(404)
  await old.text()
})

test('the scripts of the page stay within their bound', async () => {
  const { pdfViewerGzip } = JSON.parse(readFileSync(BUDGETS, 'utf8')) as { pdfViewerGzip: number }
  let bytes = 0
  for (const name of [
    'viewer.html',
    'viewer.css',
    'viewer.mjs',
    'pages.mjs',
    'findText.mjs',
    'pdf.mjs',
    'pdf.worker.mjs',
  ]) {
    bytes += gzipSync(Buffer.from(await (await part(name)).arrayBuffer()), { level: 9 }).length
  }
  expect(bytes).toBeLessThan(pdfViewerGzip)
})
