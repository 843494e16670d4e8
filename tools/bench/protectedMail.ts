import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { launch } from './browserScenarios.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START = path.join(ROOT, 'shared/cms/src/index.ts')
const GROUP = 'Signed and encrypted mail in Chromium'
const KINDS = ['rsa-3072', 'p-256', 'sm2'] as const
type Kind = (typeof KINDS)[number]

/** How long signing, encrypting, and opening and checking a letter with a file of so many MiB lasts in the browser. */
export async function measureProtectedMail(size: number, runs: number, results: Results, say: Say): Promise<void> {
  const server = await serveModules()
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    for (const kind of KINDS) {
      const figures = await say.step(`${kind}, a file of ${size} MiB`, () =>
        page.evaluate(timeLetter, { start: addressOf(START), kind, size, runs }),
      )
      for (const [name, values] of Object.entries(figures)) {
        const row = { id: `protected.${kind}.${name}`, group: GROUP, title: `${kind}: ${name}` }
        results.add({ ...row, unit: 'ms', style: 'range' }, values)
      }
    }
  } finally {
    await browser.close()
    server.close()
  }
}

/** The file of a package for modules in a browser: `require` finds the one for CommonJS and Node where a package has both. */
function moduleFile(file: string): string {
  const beside = file.replace(/cryptoNode\.js$/, 'crypto.js').replace(/(.*\/node_modules\/@[\w-]+\/[\w-]+\/)/, '$1esm/')
  return existsSync(beside) ? beside : file
}

const addressOf = (file: string) => `/${path.relative(ROOT, file)}`

/** The modules of the package as they are, without their types; packages of others by their files. */
async function serveModules(): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    const file = path.join(ROOT, new URL(url, 'http://page').pathname)
    if (file === `${ROOT}/`)
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>')
    if (!/\.[jt]s$/.test(file)) return response.writeHead(404).end()
    const text = await readFile(file, 'utf8')
    const { resolve } = createRequire(file)
    const script = (file.endsWith('.ts') ? stripTypeScriptTypes(text) : text).replace(
      /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(@[\w-]+\/[^'"]+)\2/g,
      (_, before: string, quote: string, name: string) =>
        `${before}${quote}${addressOf(moduleFile(resolve(name)))}${quote}`,
    )
    return response.setHeader('content-type', 'text/javascript').end(script)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** Runs in the page. Milliseconds of each step, and of the longest time in which the page could not draw. */
async function timeLetter({ start, kind, size, runs }: { start: string; kind: Kind; size: number; runs: number }) {
  const cms: typeof import('../../shared/cms/src/index.ts') = await import(start)
  const { privateKey, publicKey } = await cms.generateKey(kind)
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) }
  const subject = cms.writeName({ commonName: 'bench' })
  const content = { subject, publicKey, addresses: ['bench@yanshu.test'], use: 'mail' as const, ...dates }
  const certificate = await cms.issueCertificate(content, { key: privateKey, certificate: null })
  const file = new Uint8Array(size * 1_048_576)
  for (let at = 0; at < file.length; at += 65_536) crypto.getRandomValues(file.subarray(at, at + 65_536))
  const head = cms.fromText('Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n')
  const part = new Uint8Array(await new Blob([head, await cms.base64Lines(file)]).arrayBuffer())
  const figures: Record<'sign' | 'encrypt' | 'open and check' | 'longest task', number[]> = {
    ...{ sign: [], encrypt: [], 'open and check': [], 'longest task': [] },
  }
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ entryTypes: ['longtask'] })
  const timed = async <T>(name: keyof typeof figures, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const made = await work()
    figures[name].push(performance.now() - began)
    return made
  }
  for (let run = 0; run < runs; run += 1) {
    longest = 0
    const signing = { key: privateKey, certificate, chain: [], at: new Date() }
    const signed = await timed('sign', () => cms.signPart(part, signing))
    const cipher = kind === 'sm2' ? 'SM4-CBC' : 'AES-256-GCM'
    const sealed = await timed('encrypt', () =>
      cms.encryptPart(signed, { recipients: [certificate], cipher, rsa: 'OAEP' }),
    )
    const keys = [{ privateKey, certificates: [certificate] }]
    const opened = await timed('open and check', () => cms.readProtected(sealed, { keys, certificates: [] }))
    if (opened?.content?.length !== part.length) throw new Error('the letter is another one')
    await new Promise((done) => setTimeout(done, 100))
    figures['longest task'].push(longest)
  }
  observer.disconnect()
  return figures
}
