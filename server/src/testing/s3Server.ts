import { createHash, createHmac } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEY_ID = 'AKIDTEST'
export const S3_SECRET = 'secret/with+signs=and@at'
export const S3_REGION = 'test-region'
const BUCKET = 'mail'
/** As S3 has it: every part of an upload but the last. */
const PART_MIN = 5 * 1_024 * 1_024
/** Keys on one page of a list. */
const PAGE = 3

interface Stored {
  readonly content: Buffer
  /** What was put with it. */
  readonly type?: string | undefined
  readonly cacheControl?: string | undefined
  changedAt: number
}

export interface TestS3 {
  /** What `YANSHU_S3` takes, with the right key or another secret. */
  settingOf(folder?: string, secret?: string): string
  readonly objects: Map<string, Stored>
  /** Uploads in parts that were begun and neither finished nor given up. */
  readonly uploads: Map<string, Map<number, Buffer>>
  /** Every request as `METHOD /path?query`. */
  readonly asked: string[]
  /** Called before each request is answered; a status answers it. */
  before: (request: string) => Promise<number | undefined> | number | undefined
  stop(): Promise<void>
}

/** A server of the S3 protocol in memory. It refuses what is not signed rightly (AWS Signature Version 4), content included. */
export async function startTestS3(): Promise<TestS3> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let serial = 0

  const answer = (response: ServerResponse, status: number, body: string | Buffer = '', headers = {}) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  }
  const refuse = (response: ServerResponse, status: number, code: string) =>
    answer(response, status, `<Error><Code>${code}</Code></Error>`)

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const name = `${request.method} ${request.url}`
    s3.asked.push(name)
    const status = await s3.before(name)
    if (status) return refuse(response, status, 'Told')
    const wrong = problemOfSignature(request, body)
    if (wrong) return refuse(response, 403, wrong)
    const url = new URL(request.url ?? '', 'http://s3.test')
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    const query = url.searchParams
    if (key === '') return answer(response, 200, listed(query))
    const upload = query.get('uploadId')
    if (upload !== null || query.has('uploads')) return parts(request, response, { key, upload, query, body })
    const found = objects.get(key)
    switch (request.method) {
      case 'PUT':
        if (found && request.headers['if-none-match'] === '*') return refuse(response, 412, 'PreconditionFailed')
        objects.set(key, {
          content: body,
          type: request.headers['content-type'],
          cacheControl: request.headers['cache-control'],
          changedAt: Date.now(),
        })
        return answer(response, 200)
      case 'DELETE':
        objects.delete(key)
        return answer(response, 204)
      default:
        return found ? get(request, response, found) : refuse(response, 404, 'NoSuchKey')
    }
  }

  const get = (request: IncomingMessage, response: ServerResponse, { content, changedAt }: Stored) => {
    const headers = { 'last-modified': new Date(changedAt).toUTCString() }
    if (request.method === 'HEAD') {
      response.writeHead(200, { ...headers, 'content-length': content.length }).end()
      return
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined) return answer(response, 200, content, headers)
    const start = Number(first)
    if (start >= content.length) {
      return answer(response, 416, '', { 'content-range': `bytes */${content.length}` })
    }
    const part = content.subarray(start, Number(last) + 1)
    const range = `bytes ${start}-${start + part.length - 1}/${content.length}`
    return answer(response, 206, part, { ...headers, 'content-range': range })
  }

  const parts = (
    request: IncomingMessage,
    response: ServerResponse,
    { key, upload, query, body }: { key: string; upload: string | null; query: URLSearchParams; body: Buffer },
  ) => {
    if (upload === null) {
      const id = `upload&${serial++}`
      uploads.set(id, new Map())
      return answer(response, 200, `<R><UploadId>${id.replace('&', '&amp;')}</UploadId></R>`)
    }
    const begun = uploads.get(upload)
    if (!begun) return refuse(response, 404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      begun.set(Number(query.get('partNumber')), body)
      return answer(response, 200, '', { etag: tagOf(body) })
    }
    uploads.delete(upload)
    if (request.method === 'DELETE') return answer(response, 204)
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const taken = named.map(([, number, tag]) => ({
      part: begun.get(Number(number)),
      tag: tag?.replaceAll('&#34;', '"'),
    }))
    const last = taken.length - 1
    for (const [at, { part, tag }] of taken.entries()) {
      if (!part || tagOf(part) !== tag) return answer(response, 200, '<Error><Code>InvalidPart</Code></Error>')
      if (at < last && part.length < PART_MIN) return refuse(response, 400, 'EntityTooSmall')
    }
    const content = Buffer.concat(taken.flatMap(({ part }) => part ?? []))
    objects.set(key, { content, changedAt: Date.now() })
    return answer(response, 200, '<CompleteMultipartUploadResult/>')
  }

  const listed = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, PAGE)
    const contents = page.map((key) => {
      const { content, changedAt } = objects.get(key) as Stored
      return `<Contents><Key>${key}</Key><LastModified>${new Date(changedAt).toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
    })
    const more = keys.length > PAGE
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const s3: TestS3 = {
    settingOf: (folder = '', secret = S3_SECRET) =>
      `http://${S3_KEY_ID}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${BUCKET}${folder}?region=${S3_REGION}`,
    objects,
    uploads,
    asked: [],
    before: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return s3
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Checks a request by the documentation of AWS Signature Version 4, step by step; null when it is right. */
function problemOfSignature(request: IncomingMessage, body: Buffer): string | null {
  const [, keyId, day, region, signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (keyId !== S3_KEY_ID || region !== S3_REGION || !day) return 'InvalidAccessKeyId'
  const content = String(request.headers['x-amz-content-sha256'])
  if (content !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signedHeaders.split(';')
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(needed)) return 'AccessDenied'
  const date = String(request.headers['x-amz-date'])
  const [pathname = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    pathname,
    query.split('&').filter(Boolean).sort().join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    content,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${S3_SECRET}`, day), region))
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
