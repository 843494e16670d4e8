import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasCopy } from '../../platform/http/etag.ts'
import type { BlobStore } from '../../store/blobs/blobStore.ts'
import { contentDisposition } from './contentDisposition.ts'

export interface SentBlob {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly contentType: string
  readonly disposition: 'attachment' | 'inline'
}

/**
 * Headers that keep a file from acting on our origin: no script, no frame of other pages, no request. `sandbox` is left
 * out for PDF, which browsers refuse to show inside one; the other lines still apply.
 */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
const policyFor = (contentType: string) =>
  contentType === 'application/pdf'
    ? PDF_POLICY
    : "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/**
 * Answers with a blob, whole or in part, or with 304 when the client has it. What it returns is the handler's answer.
 * Throws `BlobMissingError` when the file is gone or damaged.
 */
export async function sendBlob(
  blobs: BlobStore,
  request: FastifyRequest,
  reply: FastifyReply,
  blob: SentBlob,
): Promise<Readable> {
  const etag = `"${blob.hash}"`
  const headers = {
    'content-type': blob.contentType,
    'content-disposition': contentDisposition(blob.disposition, blob.name),
    'content-security-policy': policyFor(blob.contentType),
    'x-content-type-options': 'nosniff',
    // The browser may keep it but has to revalidate each time: the right to read it may be gone.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  }
  if (hasCopy(request.headers['if-none-match'], etag)) {
    reply.code(304).headers(headers)
    return ReadableStream.from([])
  }
  const asked = request.headers['if-range']
  const range = asked && asked !== etag ? 'whole' : byteRange(request.headers.range, blob.size)
  if (range === 'unsatisfiable') {
    reply
      .code(416)
      .headers(headers)
      .headers({ 'content-range': `bytes */${blob.size}`, 'content-length': 0 })
    return ReadableStream.from([])
  }
  // Opened before the headers are sent: a missing or truncated file is answered with an error, not with a body that hangs.
  const content = await blobs.read(blob.hash, { size: blob.size, ...(range === 'whole' ? {} : { range }) })
  reply.headers(headers)
  if (range === 'whole') {
    reply.header('content-length', blob.size)
  } else {
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${blob.size}`)
      .header('content-length', range.end - range.start + 1)
  }
  return content
}

type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable'

/** Reads a Range header (RFC 9110 §14.2). Several ranges, and what is no range, mean the whole. `end` is inclusive. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') {
    const last = Number(match[2])
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
