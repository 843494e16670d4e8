import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from './errors.ts'
import { hasCopy, takesEncoding } from './etag.ts'
import { HostPage, type PageWords } from './hostPage.ts'
import { type Elsewhere, fileHeaders, ownPages, pageHeaders } from './securityHeaders.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** A file whose name changes with its content: `main.3f9c2d1a.js`. */
const HASHED = /[.-][0-9a-f]{8,}\.\w+(\.map)?$/i
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Served {
  readonly file: string
  readonly immutable: boolean
}

/** Where the client is. */
interface ClientPlaces extends Elsewhere {
  readonly clientFolder: string
  readonly dataFolder: string
}

/**
 * Serves the built client: `host/` at the root, the remotes under `/r/`, those that operators published included. A
 * missing file is a 404 and never the page: a script that turns out to be HTML is the hardest of all failures to
 * understand.
 * @param pageWords texts of the page before the login
 */
export function serveClient(
  app: FastifyInstance,
  { clientFolder, dataFolder, ...elsewhere }: ClientPlaces,
  pageWords: PageWords,
): void {
  const host = path.join(clientFolder, 'host')
  const headers = pageHeaders(elsewhere)
  const page = new HostPage(path.join(host, 'index.html'), headers)

  /** Where a file may stand, the first first: a folder of `/r/` is never written again, so the order does not matter. */
  const find = (pathname: string): Served[] => {
    if (pathname === '/') return [{ file: path.join(host, 'index.html'), immutable: false }]
    // Asked for by browsers of whatever file does not name an icon itself.
    if (pathname === '/favicon.ico') return [{ file: path.join(host, 'apple-touch-icon.png'), immutable: false }]
    const remote = pathname.startsWith('/r/')
    const bases = remote ? [path.join(clientFolder, 'r'), path.join(dataFolder, 'r')] : [host]
    const below = remote ? pathname.slice('/r'.length) : pathname
    return bases
      .map((base) => ({ base, file: path.join(base, below) }))
      .filter(({ base, file }) => file.startsWith(base + path.sep))
      .map(({ file }) => ({ file, immutable: remote || HASHED.test(pathname) }))
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Files are compressed when they are built.
    compress: false,
    handler: async (request, reply) => {
      const pathname = pathnameOf(request.url)
      if (pathname === null || pathname.startsWith('/api/') || pathname.startsWith('/ws/')) throw new NotFoundError()
      // The page comes as it was built while the store cannot say what belongs on it.
      const words = pathname === '/' ? await pageWords().catch(() => null) : null
      const isWritten =
        words?.organisation ||
        words?.copyright ||
        words?.manifestKeys.length ||
        words?.remotesOrigin ||
        words?.allowOverride
      if (words && isWritten) return page.send(request, reply, words)
      if (/\.(br|gz)$/.test(pathname)) throw new NotFoundError()
      for (const served of find(pathname)) {
        const plain = await sizeOf(served.file)
        if (!plain) continue
        reply.headers(served.file.endsWith('.html') ? (ownPages[pathname] ?? headers) : fileHeaders)
        return send(request, reply, served, plain)
      }
      throw new NotFoundError()
    },
  })
}

/** The path without its query, decoded; null when it is not one. */
function pathnameOf(url: string): string | null {
  try {
    const pathname = decodeURIComponent(url.split('?', 1)[0] ?? '/')
    return pathname.includes('\0') || pathname.includes('\\') ? null : path.posix.normalize(pathname)
  } catch {
    return null
  }
}

async function sizeOf(file: string): Promise<{ size: number; tag: string } | null> {
  try {
    const found = await stat(file)
    if (!found.isFile()) return null
    return { size: found.size, tag: `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}` }
  } catch {
    return null
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, immutable }: Served,
  plain: { readonly size: number; readonly tag: string },
) {
  const extension = path.extname(file).toLowerCase()
  reply.header('cache-control', immutable ? IMMUTABLE : REVALIDATE)
  reply.type(TYPES[extension] ?? 'application/octet-stream')
  reply.header('vary', 'accept-encoding')
  const { encoding, suffix, size } = await variantFor(request, file, plain.size)
  // Each encoding has other bytes and so a tag of its own.
  const etag = `"${plain.tag}${encoding ? `-${encoding}` : ''}"`
  reply.header('etag', etag)
  if (hasCopy(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return stream(request, reply, file + suffix, size)
}

interface Variant {
  /** null for the file as it is. */
  readonly encoding: string | null
  readonly suffix: string
  readonly size: number
}

/** The best encoding beside the file that the client accepts. */
async function variantFor(request: FastifyRequest, file: string, plainSize: number): Promise<Variant> {
  for (const [encoding, suffix] of ENCODINGS) {
    if (!takesEncoding(request.headers['accept-encoding'], encoding)) continue
    const packed = await sizeOf(file + suffix)
    if (packed) return { encoding, suffix, size: packed.size }
  }
  return { encoding: null, suffix: '', size: plainSize }
}

/** Small files are sent in one piece; it saves opening a stream for each. */
const WHOLE_MAX = 256 * 1_024

async function stream(request: FastifyRequest, reply: FastifyReply, file: string, size: number) {
  reply.header('content-length', size)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(size <= WHOLE_MAX ? await readFile(file) : createReadStream(file))
}
