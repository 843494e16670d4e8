import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

/** The policy of production: nothing inline, nothing evaluated, nothing from elsewhere. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Answers a request instead of the files, or returns false to let the files answer. */
export type Interceptor = (url: URL, response: ServerResponse, request: IncomingMessage) => boolean

/**
 * Serves a build folder as the mail server does: `/` from `host/`, `/r/` immutable, the manifest revalidated.
 * @returns the origin and a function that stops the server
 */
export async function serveBuild(
  dist: string,
  intercept: Interceptor = () => false,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-security-policy', CSP)
    // With the headers that the mail server sends for builds: a wrong file stays wrong for a page that asks the cache.
    if (url.pathname.startsWith('/r/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    if (intercept(url, response, request)) return
    const file = url.pathname.startsWith('/r/')
      ? path.join(dist, url.pathname)
      : path.join(dist, 'host', url.pathname === '/' ? 'index.html' : url.pathname)
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
      return
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
