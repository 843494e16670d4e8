import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FRAME_FILE } from '../../shared/mail-html/src/frame/frameFile.ts'

const PACKAGE = fileURLToPath(new URL('../../shared/mail-html/', import.meta.url))
/** The contracts, which the package imports. */
const CONTRACTS = fileURLToPath(new URL('../../shared/contracts/src/', import.meta.url))
const OF_CONTRACTS = ['limits.ts', 'mailFrame.ts', 'rules/escapeHtml.ts']

/** The policy that the application's page runs under; the frame must work beneath it without any of it given up. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/** Everything under this name belongs to the senders of hostile mail. */
export const LEAK_DOMAIN = 'leak.test'

/** The smallest GIF: one point. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The application's server and the hostile one, with what each was asked. */
export interface Stage {
  readonly origin: string
  /** Port that every host of {@link LEAK_DOMAIN} is mapped to. */
  readonly leakPort: number
  /** Requests of the hostile hosts, as `host/path`. */
  readonly leaked: string[]
  /** Connections opened to the hostile hosts, with or without a request. */
  connections(): number
  /** Requests for proxied images, as the address asked for. */
  readonly proxied: string[]
  /** Paths that the application's server was asked for and does not know. */
  readonly strays: string[]
  close(): Promise<void>
}

/** Starts both servers on free ports. The application's files are the package's own sources with types stripped. */
export async function startStage(): Promise<Stage> {
  const leaked: string[] = []
  const proxied: string[] = []
  const strays: string[] = []
  let connections = 0
  const app = createServer((request, response) => {
    void answer(request, response, proxied, strays)
  })
  const leak = createServer((request, response) => {
    leaked.push(`${request.headers.host ?? ''}${request.url ?? ''}`)
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end()
  })
  leak.on('connection', () => {
    connections += 1
  })
  const [appPort, leakPort] = [await listen(app), await listen(leak)]
  return {
    origin: `http://127.0.0.1:${appPort}`,
    leakPort,
    leaked,
    proxied,
    strays,
    connections: () => connections,
    async close() {
      await Promise.all([app, leak].map(stop))
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

const PAGE =
  '<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>stage</title></head><body></body></html>'

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  proxied: string[],
  strays: string[],
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.test')
  const page = { 'content-type': 'text/html; charset=utf-8' }
  if (pathname === '/') {
    const scripted = PAGE.replace('</head>', '<script type="module" src="/stage.js"></script></head>')
    response.writeHead(200, { ...page, 'content-security-policy': PAGE_POLICY }).end(scripted)
  } else if (pathname === '/bare') response.writeHead(200, page).end(PAGE)
  else if (pathname === '/stage.js') {
    response.writeHead(200, JS).end("import * as mail from '/src/index.ts'; globalThis.mailHtml = mail\n")
  } else if (pathname === FRAME_FILE.path) response.writeHead(200, FRAME_FILE.headers).end(FRAME_FILE.body)
  else if (pathname === '/api/file/remoteImage') {
    proxied.push(searchParams.get('url') ?? '')
    response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
  } else if (pathname === '/dompurify.js') response.writeHead(200, JS).end(await readFile(dompurifyPath()))
  else if (pathname === '/css-tokenizer.js') response.writeHead(200, JS).end(await readFile(tokenizerPath()))
  else if (pathname === '/contracts.js') {
    response.writeHead(200, JS).end(OF_CONTRACTS.map((file) => `export * from '/contracts/${file}'`).join('\n'))
  } else if (pathname.startsWith('/contracts/')) await source(join(CONTRACTS, normalize(pathname.slice(10))), response)
  else if (pathname.startsWith('/src/') && pathname.endsWith('.ts')) {
    await source(join(PACKAGE, normalize(pathname)), response)
  } else {
    if (pathname !== '/favicon.ico') strays.push(pathname)
    response.writeHead(404).end()
  }
}

const JS = { 'content-type': 'text/javascript; charset=utf-8' }

/** Every page of the specs asks for the same files again. */
const scripts = new Map<string, string>()

async function source(file: string, response: ServerResponse): Promise<void> {
  const script =
    scripts.get(file) ??
    stripTypeScriptTypes(await readFile(file, 'utf8'))
      .replace("from 'dompurify'", "from '/dompurify.js'")
      .replace("from '@csstools/css-tokenizer'", "from '/css-tokenizer.js'")
      .replace("from '@yanshu/contracts'", "from '/contracts.js'")
  scripts.set(file, script)
  response.writeHead(200, JS).end(script)
}

function dompurifyPath(): string {
  return createRequire(join(PACKAGE, 'package.json')).resolve('dompurify').replace('purify.cjs.js', 'purify.es.mjs')
}

const tokenizerPath = (): string =>
  createRequire(join(PACKAGE, 'package.json'))
    .resolve('@csstools/css-tokenizer')
    .replace(/index\.[cm]?js$/, 'index.mjs')
