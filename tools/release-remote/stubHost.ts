import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pageHeaders } from '../../server/src/platform/http/securityHeaders.ts'
import type { Manifest } from '../../shared/discovery/src/index.ts'

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
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * A built host with the policy of production and the manifest of one remote, in front of a server that knows nobody: what
 * a team needs to try its remote without a mail system.
 */
export async function startStubHost({ host, client, manifest }: StubParts) {
  const policy = pageHeaders({ remotesUrl: null, allowOverride: false })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/mf/manifest.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(manifest))
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
