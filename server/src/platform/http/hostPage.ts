import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from './errors.ts'
import { hasCopy, takesEncoding } from './etag.ts'

/** What this organisation adds to the settings in the page. */
export type PageWords = () => Promise<{
  /** For who has not logged in yet; '' for nothing. */
  readonly organisation: string
  readonly copyright: string
  /** Public keys that the manifest must be signed by; none where it need not be. */
  readonly manifestKeys: readonly object[]
  /** The other origin that remotes may come from; '' for none. */
  readonly remotesOrigin: string
  /** Whether builds of the reader's own machine may stand in for remotes. */
  readonly allowOverride: boolean
  /** Whether codes can be sent to phones, and the mail domains: which ways in the login page offers. */
  readonly sms: boolean
  readonly domains: readonly string[]
  readonly sso: boolean
  /** The host name at which the help panel is shown. */
  readonly helpHost: string
  /** Where browsers of phones are sent; '' keeps them here. */
  readonly mobileUrl: string
}>

/** The settings that the host reads (`shared/shell-api`, platform). */
const SETTINGS = /(<script type="application\/json" id="platform">)([\s\S]*?)(<\/script>)/

const ENCODINGS = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const

interface Rendered {
  readonly etag: string
  readonly plain: Buffer
  readonly packed: ReadonlyMap<string, Buffer>
}

/** The host's page with words of this organisation among its settings. Rendered and compressed when one of them changes. */
export class HostPage {
  readonly #file: string
  readonly #headers: Readonly<Record<string, string>>
  #rendered: Promise<Rendered> | null = null
  #of = ''

  constructor(file: string, headers: Readonly<Record<string, string>>) {
    this.#file = file
    this.#headers = headers
  }

  async send(request: FastifyRequest, reply: FastifyReply, words: Awaited<ReturnType<PageWords>>) {
    const { etag, plain, packed } = await this.#render(words)
    reply.headers(this.#headers)
    reply.header('cache-control', 'no-cache')
    reply.header('vary', 'accept-encoding')
    reply.type('text/html; charset=utf-8')
    const encoding = ENCODINGS.map(([name]) => name).find((name) =>
      takesEncoding(request.headers['accept-encoding'], name),
    )
    const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`
    reply.header('etag', tag)
    if (hasCopy(request.headers['if-none-match'], tag)) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send((encoding && packed.get(encoding)) || plain)
  }

  async #render(words: object): Promise<Rendered> {
    const found = await stat(this.#file).catch(() => null)
    if (!found?.isFile()) throw new NotFoundError()
    const of = `${found.mtimeMs} ${found.size} ${JSON.stringify(words)}`
    if (!this.#rendered || this.#of !== of) {
      this.#of = of
      this.#rendered = this.#write(words)
      // After a failure the next request tries again.
      this.#rendered.catch(() => {
        if (this.#of === of) this.#rendered = null
      })
    }
    return this.#rendered
  }

  async #write(words: object): Promise<Rendered> {
    const html = await readFile(this.#file, 'utf8')
    // A name may contain anything, also text that would end the script.
    const write = (settings: string) => JSON.stringify({ ...JSON.parse(settings), ...words }).replaceAll('<', '\\u003c')
    const plain = Buffer.from(
      html.replace(SETTINGS, (_all, begin: string, settings: string, end: string) => begin + write(settings) + end),
    )
    const packed = new Map<string, Buffer>()
    for (const [name, pack] of ENCODINGS) packed.set(name, await pack(plain))
    return { etag: createHash('sha256').update(plain).digest('base64url').slice(0, 16), plain, packed }
  }
}
