import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from './address.ts'

/** Milliseconds until an answer begins; a request sends at most eight mebibytes. */
const ANSWER_WITHIN_MS = 60_000
/** The same of a request that sends nothing: a person waits for what is read. */
const READING_WITHIN_MS = 15_000
/** Times that a request is made again when the bucket fails, with growing waits. */
const RETRIES = 3

/** Codes by which servers of S3 report that they have no space. */
const FULL = /<Code>(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage|XMinioAdminBucketQuotaExceeded)<\/Code>/

/** The bucket refused a request, or did not answer it. */
export class BucketError extends Error {
  readonly status: number

  constructor(status: number, what: string) {
    super(`the bucket answered ${status} to ${what}`)
    this.name = 'BucketError'
    this.status = status
  }
}

/** The bucket has no space left. */
export class BucketFullError extends BucketError {
  constructor(status: number, what: string) {
    super(status, what)
    this.name = 'BucketFullError'
  }
}

/** The bucket cannot be reached, or does not begin to answer. */
export class BucketSilentError extends BucketError {
  constructor(what: string, options: ErrorOptions) {
    super(0, what)
    this.name = 'BucketSilentError'
    this.message = `the bucket does not answer to ${what}`
    this.cause = options.cause
  }
}

/** How an object is put. */
export interface PutOptions {
  /** The content type that it is served with. */
  readonly type?: string
  readonly cacheControl?: string
  /** Refuses where there is one already (RFC 9110 §13.1.2). A server that does not know this writes over it. */
  readonly onlyNew?: boolean
}

export interface StoredObject {
  readonly size: number
  /** Epoch milliseconds by the bucket's clock. */
  readonly changedAt: number
  /** How long ago that was, in milliseconds, by the bucket's clock alone. */
  readonly age: number
}

/** A bucket, with the requests that are needed of it. Keys are plain: letters, digits, slashes. */
export interface Bucket {
  /** Where an object is, for people. */
  addressOf(key: string): string
  /** Resolves with false when `onlyNew` was asked for and there is one. */
  put(key: string, content: Uint8Array<ArrayBuffer>, options?: PutOptions): Promise<boolean>
  /** Stores what is too large for one request, its parts one after the other. A failure leaves nothing. */
  putParts(key: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void>
  /** The answer as it comes: 200, 206, 404 or 416. Anything else throws. */
  get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Response>
  /** null when it is not there. */
  head(key: string): Promise<StoredObject | null>
  /** Removing a key that does not exist is no error. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly size: number; readonly changedAt: number }>
}

/** Opens a bucket. Every request is signed with the hash of what it sends (AWS Signature Version 4). */
export function openBucket({ url, region, keyId, secret }: BucketSettings): Bucket {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: RETRIES })

  const ask = async (
    method: string,
    address: string,
    {
      body,
      headers = {},
      accepted = [],
    }: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string>; accepted?: number[] } = {},
  ): Promise<Response> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const pathname = new URL(address).pathname
    const request = () =>
      withinTime(body ? ANSWER_WITHIN_MS : READING_WITHIN_MS, (signal) =>
        client.fetch(address, {
          method,
          headers: { ...headers, 'x-amz-content-sha256': hash },
          signal,
          ...(body ? { body } : {}),
        }),
      )
    // A connection that was kept and closed at this moment; what is not POST may be asked twice.
    const again = (error: unknown) => {
      if (method === 'POST' || error instanceof NoAnswerError) throw error
      return request()
    }
    const answer = await request()
      .catch(again)
      .catch((cause: unknown) => {
        throw new BucketSilentError(`${method} ${pathname}`, { cause })
      })
    if (answer.ok || accepted.includes(answer.status)) return answer
    const said = await answer.text()
    const code = /<Code>([^<]{1,80})<\/Code>/.exec(said)?.[1]
    const what = `${method} ${pathname}${code ? ` (${code})` : ''}`
    if (answer.status === 507 || FULL.test(said)) throw new BucketFullError(answer.status, what)
    throw new BucketError(answer.status, what)
  }
  /** Reads the body to its end, so that the connection can be used again. */
  const done = async (answer: Response): Promise<void> => {
    await answer.arrayBuffer()
  }
  const addressOf = (key: string) => `${url}/${key}`

  return {
    addressOf,

    async put(key, content, { type, cacheControl, onlyNew = false } = {}) {
      const headers = {
        ...(type ? { 'content-type': type } : {}),
        ...(cacheControl ? { 'cache-control': cacheControl } : {}),
        ...(onlyNew ? { 'if-none-match': '*' } : {}),
      }
      // 409: another client is putting the same one at this moment.
      const put = await ask('PUT', addressOf(key), { body: content, headers, accepted: onlyNew ? [409, 412] : [] })
      await done(put)
      return put.ok
    },

    async putParts(key, parts) {
      const begun = await (await ask('POST', `${addressOf(key)}?uploads=`)).text()
      const upload = textOf(begun, 'UploadId')
      if (!upload) throw new BucketError(200, `POST ${key} without an id of the upload`)
      const of = `uploadId=${encodeURIComponent(upload)}`
      try {
        const tags: string[] = []
        for await (const part of parts) {
          const put = await ask('PUT', `${addressOf(key)}?partNumber=${tags.length + 1}&${of}`, { body: part })
          await done(put)
          tags.push(put.headers.get('etag') ?? '')
        }
        const list = tags.map(
          (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
        )
        const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
        const said = await (await ask('POST', `${addressOf(key)}?${of}`, { body })).text()
        // This one request may fail after its 200.
        if (/<Error>/.test(said)) throw new BucketError(500, `the end of ${key} (${textOf(said, 'Code')})`)
      } catch (error) {
        await ask('DELETE', `${addressOf(key)}?${of}`, { accepted: [404] }).then(done, () => {})
        throw error
      }
    },

    get: (key, range) =>
      ask('GET', addressOf(key), {
        accepted: [404, 416],
        ...(range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {}),
      }),

    async head(key) {
      const answer = await ask('HEAD', addressOf(key), { accepted: [404] })
      if (answer.status === 404) return null
      const changedAt = Date.parse(answer.headers.get('last-modified') ?? '')
      const now = Date.parse(answer.headers.get('date') ?? '')
      if (Number.isNaN(changedAt) || Number.isNaN(now)) throw new BucketError(200, `HEAD ${key} without a time`)
      return { size: Number(answer.headers.get('content-length')), changedAt, age: now - changedAt }
    },

    async remove(key) {
      await done(await ask('DELETE', addressOf(key), { accepted: [404] }))
    },

    async *list(prefix) {
      const { pathname } = new URL(url)
      const [, , ...folder] = pathname.split('/')
      const inside = folder.length > 0 ? `${folder.join('/')}/` : ''
      const bucket = url.slice(0, url.length - (inside ? inside.length : 0))
      for (let token: string | null = ''; token !== null; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: inside + prefix })
        if (token) query.set('continuation-token', token)
        const page = await (await ask('GET', `${bucket}?${query}`)).text()
        for (const [, content = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield {
            key: textOf(content, 'Key').slice(inside.length),
            size: Number(textOf(content, 'Size')),
            changedAt: Date.parse(textOf(content, 'LastModified')),
          }
        }
        token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null
      }
    },
  }
}

/** Aborts when no answer begins. How long its content may take is decided by the reader. */
/** A request was given up; another one would wait as long. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

async function withinTime(ms: number, request: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(new NoAnswerError('the bucket does not answer')), ms)
  try {
    return await request(giveUp.signal)
  } finally {
    clearTimeout(timer)
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of the first element of a name; '' when there is none. Answers of S3 are flat, and nest nothing of one name. */
const textOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replace(
    /&(?:#(\d+)|(\w+));/g,
    (whole, number: string | undefined, entity: string | undefined) =>
      number ? String.fromCodePoint(Number(number)) : (ENTITIES[entity ?? ''] ?? whole),
  )

const escaped = (text: string): string => text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
