import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BlobMissingError } from '../blobs/errors.ts'
import type { BlobStore } from '../context.ts'
import { byteRange } from './byteRange.ts'
import { contentDisposition } from './contentDisposition.ts'
import { FileNotFoundError } from './fileErrors.ts'

export interface SentBlob {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly contentType: string
  readonly disposition: 'attachment' | 'inline'
}

/**
 * Nothing in a file runs in our name: no script, no frame around other pages, no request of its own. `sandbox` is left
 * out for PDF, which browsers refuse to show inside one; there the other lines hold.
 */
const policyFor = (contentType: string) =>
  contentType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Answers with a blob, whole or in part, or with 304 when the client has it. What it returns is the handler's answer. */
export async function sendBlob(
  blobs: BlobStore,
  request: FastifyRequest,
  reply: FastifyReply,
  blob: SentBlob,
): Promise<Readable> {
  const etag = `"${blob.hash}"`
  reply.headers({
    'content-type': blob.contentType,
    'content-disposition': contentDisposition(blob.disposition, blob.name),
    'content-security-policy': policyFor(blob.contentType),
    'x-content-type-options': 'nosniff',
    // Kept by the reader's browser, but asked for again each time: the right to read it may be gone.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  })
  if (request.headers['if-none-match'] === etag) {
    reply.code(304)
    return ReadableStream.from([])
  }
  const asked = request.headers['if-range']
  const range = asked && asked !== etag ? 'whole' : byteRange(request.headers.range, blob.size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${blob.size}`).header('content-length', 0)
    return ReadableStream.from([])
  }
  try {
    if (range === 'whole') {
      reply.header('content-length', blob.size)
      return await blobs.read(blob.hash)
    }
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${blob.size}`)
      .header('content-length', range.end - range.start + 1)
    return await blobs.read(blob.hash, range)
  } catch (error) {
    if (error instanceof BlobMissingError) throw new FileNotFoundError()
    throw error
  }
}
