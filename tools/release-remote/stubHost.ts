import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pageHeaders } from '../../server/src/platform/http/securityHeaders.ts'
import { httpCalls } from '../../shared/contracts/src/schemas.ts'
import type { Manifest } from '../../shared/discovery/src/index.ts'
import { exampleOf, type Fullness } from './exampleOf.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** What {@link startStubHost} serves. */
interface StubParts {
  /** The folder of a built host. */
  readonly host: string
  /** The folder that holds `r/` with the build under test. */
  readonly client: string
  readonly manifest: Manifest
  /** How calls are answered: by what the contract allows. Without it the server has no account. */
  readonly answers?: Fullness
}

const patternOf = (path: string): RegExp => new RegExp(`^/api/${path.replace(/\{\w+\}/g, '[^/]+')}$`)
const CALLS = httpCalls.map((call) => ({ ...call, pattern: patternOf(call.path) }))

/** What a server could answer a call; null for what the contract does not know, and for files. */
function answerTo(method: string, pathname: string, fullness: Fullness): string | null {
  const call = CALLS.find((one) => one.method === method && one.pattern.test(pathname))
  if (!call || call.answers === 'blob') return null
  return JSON.stringify({ code: 200, message: '', data: exampleOf(call.data, fullness) ?? null })
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * A built host with the policy of production and the manifest of one remote, in front of a server without accounts: what
 * a team needs to try its remote without a mail system.
 */
export async function startStubHost({ host, client, manifest, answers }: StubParts) {
  const policy = pageHeaders({ remotesUrl: null, allowOverride: false })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/mf/manifest.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(manifest))
      return
    }
    const answer = answers ? answerTo(request.method ?? '', pathname, answers) : null
    if (answer !== null) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      return
    }
    const file = path.join(pathname.startsWith('/r/') ? client : host, pathname === '/' ? 'index.html' : pathname)
    if (!isFile(file)) {
      response.writeHead(pathname.startsWith('/api/') ? 401 : 404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, ...(type.startsWith('text/html') ? policy : {}) })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
