import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { NotFoundError } from './errors.ts'
import { fileHeaders, ownPages, pageHeaders } from './securityHeaders.ts'

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

const MANIFEST = '/mf/manifest.json'
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

/**
 * Serves the built client: `host/` at the root, the remotes under `/r/`, the deployment manifest at `/mf/manifest.json`
 * (the operator's in the data folder before the built one). A missing file is a 404 and never the page: a script that
 * turns out to be HTML is the hardest of all failures to understand.
 */
export async function serveClient(app: FastifyInstance, context: Context, clientFolder: string): Promise<void> {
  const host = path.join(clientFolder, 'host')
  const manifests = [
    path.join(context.config.dataFolder, 'mf', 'manifest.json'),
    path.join(clientFolder, 'mf', 'manifest.json'),
  ]

  // An operator edits it in place, so nobody has compressed it before.
  app.get(MANIFEST, async (request, reply) => {
    for (const file of manifests) {
      if (await sizeOf(file)) return send(request, reply, MANIFEST, { file, immutable: false })
    }
    throw new NotFoundError()
  })

  const find = (pathname: string): Served | null => {
    if (pathname === '/') return { file: path.join(host, 'index.html'), immutable: false }
    const remote = pathname.startsWith('/r/')
    const base = remote ? clientFolder : host
    const file = path.join(base, pathname)
    if (!file.startsWith(base + path.sep)) return null
    return { file, immutable: remote || HASHED.test(pathname) }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Files are compressed when they are built.
    compress: false,
    handler: async (request, reply) => {
      const pathname = pathnameOf(request.url)
      if (pathname === null || pathname.startsWith('/api/') || pathname.startsWith('/ws/')) throw new NotFoundError()
      const served = find(pathname)
      if (!served || /\.(br|gz)$/.test(served.file)) throw new NotFoundError()
      return send(request, reply, pathname, served)
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

async function send(request: FastifyRequest, reply: FastifyReply, pathname: string, { file, immutable }: Served) {
  const plain = await sizeOf(file)
  if (!plain) throw new NotFoundError()
  const extension = path.extname(file).toLowerCase()
  reply.headers(extension === '.html' ? (ownPages[pathname] ?? pageHeaders(request.host)) : fileHeaders)
  reply.header('cache-control', immutable ? IMMUTABLE : REVALIDATE)
  reply.type(TYPES[extension] ?? 'application/octet-stream')
  reply.header('vary', 'accept-encoding')
  const etag = `"${plain.tag}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send()

  const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/).map((one) => one.split(';', 1)[0])
  for (const [encoding, suffix] of ENCODINGS) {
    if (!accepted.includes(encoding)) continue
    const packed = await sizeOf(file + suffix)
    if (!packed) continue
    reply.header('content-encoding', encoding)
    return stream(request, reply, file + suffix, packed.size)
  }
  return stream(request, reply, file, plain.size)
}

/** Small files go out in one piece; it spares opening a stream for each. */
const WHOLE_MAX = 256 * 1_024

async function stream(request: FastifyRequest, reply: FastifyReply, file: string, size: number) {
  reply.header('content-length', size)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(size <= WHOLE_MAX ? await readFile(file) : createReadStream(file))
}
