import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { FileNotFoundError } from './fileErrors.ts'

const OWN = path.join(import.meta.dirname, 'pdf-viewer')
const OWN_PARTS = ['viewer.html', 'viewer.css', 'viewer.mjs', 'pages.mjs', 'findText.mjs']
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
}
/**
 * The frame has no origin, also where it is opened by itself: it runs the files of this folder alone, fetches nothing, and has neither cookies nor
 * what the client has stored. Decoders of pictures are WebAssembly.
 */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'self'",
  'img-src blob: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The parts of the page, by their names, with where each lies. */
interface Viewer {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
  readonly compressed: Map<string, Buffer>
}

const VIEWER: RuntimePart<Viewer> = { name: 'page that shows PDF files' }

function findViewer(): Viewer {
  const pdf = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const files = new Map(OWN_PARTS.map((name) => [name, path.join(OWN, name)]))
  files.set('pdf.mjs', path.join(pdf, 'legacy/build/pdf.min.mjs'))
  files.set('pdf.worker.mjs', path.join(pdf, 'legacy/build/pdf.worker.min.mjs'))
  for (const [folder, kind] of [
    ['cmaps', /\.bcmap$/],
    ['standard_fonts', /\.(?:pfb|ttf)$/],
    ['wasm', /^(?:jbig2|openjpeg|qcms)[\w-]*\.(?:wasm|js)$/],
  ] as const) {
    for (const name of readdirSync(path.join(pdf, folder))) {
      if (kind.test(name)) files.set(name, path.join(pdf, folder, name))
    }
  }
  const hash = createHash('sha256').update(readFileSync(path.join(pdf, 'package.json')))
  for (const name of OWN_PARTS) hash.update(readFileSync(path.join(OWN, name)))
  return { version: hash.digest('hex').slice(0, 16), files, compressed: new Map() }
}

const viewerOf = ({ runtime }: Pick<Context, 'runtime'>): Viewer => runtime.use(VIEWER, findViewer)

/** Where the page that shows PDF files lies; another version has another address, so browsers keep its parts. */
export const pdfViewerPath = (context: Pick<Context, 'runtime'>): string =>
  `file/viewer/${viewerOf(context).version}/viewer.html`

interface Part {
  readonly version?: string | undefined
  readonly part?: string | undefined
}

/** Answers with a part of the page. Throws `FileNotFoundError`, for another version too. */
export async function sendViewerPart(
  context: Pick<Context, 'runtime'>,
  { version, part = '' }: Part,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Buffer> {
  const viewer = viewerOf(context)
  const file = version === viewer.version ? viewer.files.get(part) : undefined
  if (file === undefined) throw new FileNotFoundError()
  reply.headers({
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    // The frame asks for its own parts as one that is nowhere.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept-encoding',
  })
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return readFile(file)
  const compressed = viewer.compressed.get(part) ?? (await promisify(gzip)(await readFile(file), { level: 9 }))
  viewer.compressed.set(part, compressed)
  reply.header('content-encoding', 'gzip')
  return compressed
}
