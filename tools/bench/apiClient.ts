import { Agent, request } from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import type { Envelope, GetData, GetPath, GetQuery, PostBody, PostData, PostPath } from '@yanshu/contracts'
import { brotliDecompressSync } from '../../server/src/platform/zlibSync.mjs'

const ANSWER_WITHIN_MS = 60_000

/** A person who is logged in, as the message to a thread names them. */
export type Person = Pick<ApiClient, 'url' | 'address' | 'accessToken'>

/** A person at a client, over real HTTP with kept connections. */
export class ApiClient {
  readonly url: string
  readonly address: string
  readonly accessToken: string
  /** Milliseconds from sending the last call to the last byte of its answer; unpacking it is the client's time. */
  waitedMs = Number.NaN

  /** A client of a person who is logged in; see {@link ApiClient.logIn}. */
  constructor(url: string, address: string, accessToken: string) {
    this.url = url
    this.address = address
    this.accessToken = accessToken
  }

  static async logIn(url: string, account: string, password: string): Promise<ApiClient> {
    const answer = await new ApiClient(url, account, '').post('mail/apilogin/userLogin', { account, password })
    if (answer.secondVerified) throw new Error(`${account} needs a second step to log in`)
    return new ApiClient(url, account, answer.accessToken)
  }

  get<P extends GetPath>(path: P, query: GetQuery<P> | Record<string, never> = {}): Promise<GetData<P>> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
    return this.#call<GetData<P>>(`${path}${search.size > 0 ? `?${search}` : ''}`, { method: 'GET' })
  }

  post<P extends PostPath>(path: P, body: PostBody<P>): Promise<PostData<P>> {
    return this.#call<PostData<P>>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async #call<T>(path: string, call: Call): Promise<T> {
    const { body, waitedMs } = await exchange(`${this.url}/api/${path}`, {
      ...call,
      headers: {
        ...call.headers,
        // As browsers send it, so that the answer is compressed as for them.
        'accept-encoding': 'gzip, deflate, br',
        ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}),
      },
    })
    this.waitedMs = waitedMs
    const answer: Envelope<T> = JSON.parse(body)
    if (Number(answer.code) !== 200 || answer.data === null)
      throw new Error(`${path}: ${answer.code} ${answer.message}`)
    return answer.data
  }
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const agent = new Agent({ keepAlive: true })
const UNPACKED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * One call over a kept connection. By node:http, because what fetch leaves for the garbage collector occupies the
 * second core, which the server needs, and would be measured as the server's.
 */
function exchange(
  address: string,
  { method, headers = {}, body }: Call,
): Promise<{ readonly body: string; readonly waitedMs: number }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(address, { agent, method, headers, timeout: ANSWER_WITHIN_MS }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const waitedMs = performance.now() - begun
        const bytes = Buffer.concat(parts)
        const unpack = UNPACKED[response.headers['content-encoding'] ?? '']
        resolve({ body: (unpack ? unpack(bytes) : bytes).toString('utf8'), waitedMs })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${address} did not answer`)))
    sent.on('error', reject)
    sent.end(body)
  })
}
