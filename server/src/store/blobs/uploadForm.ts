import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { BadRequestError, TooLargeError as TooLargeCallError } from '../../platform/http/errors.ts'
import { TooLargeError } from './errors.ts'

/**
 * The file of a form that uploads one (RFC 7578).
 * @param sizeMax bytes; its stream ends one byte behind them
 * Throws `BadRequestError`.
 */
export async function fileOf(request: FastifyRequest, sizeMax: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new BadRequestError(['file'])
  const file = await request
    .file({ limits: { fileSize: sizeMax + 1, files: 1, fields: 10, fieldSize: 4_096, parts: 11 } })
    // Every error of the parser is about the request: no boundary, a broken header, an end too early.
    .catch(() => null)
  if (!file) throw new BadRequestError(['file'])
  // A file part may have no name, though the parser's type promises one. No browser sends one.
  if (file.filename === undefined) return refuse(file, new BadRequestError(['file']))
  return file
}

/** An upload that ends before its last boundary, or that the client broke off. */
class BrokenUploadError extends Error {}

/** The bytes of the file of a form. */
export async function* contentOf(file: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    // Left open on failure, so that the rest can run out.
    yield* file.file.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new BrokenUploadError('the upload is not a whole form', { cause: error })
  }
}

/** The same in memory, for a small file. Throws `TooLargeError` for more bytes than it may have, and `BadRequestError`. */
export async function bytesOf(file: MultipartFile, sizeMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of contentOf(file)) {
      size += chunk.length
      if (size > sizeMax) throw new TooLargeError(sizeMax)
      chunks.push(chunk)
    }
  } catch (error) {
    return refuseFailed(file, error, () => new TooLargeCallError())
  }
  return Buffer.concat(chunks)
}

/** Reads the rest of an upload to its end, because a client may read the answer only then. */
export function refuse(file: MultipartFile, error: unknown): never {
  file.file.resume()
  throw error
}

/** Refuses a file that could not be stored. `tooLarge` makes the error for one that is longer than it may be. */
export function refuseFailed(file: MultipartFile, error: unknown, tooLarge: () => Error): never {
  if (error instanceof BrokenUploadError) return refuse(file, new BadRequestError(['file']))
  return refuse(file, error instanceof TooLargeError ? tooLarge() : error)
}

/** The type that a client names for a file, where that is one. */
export const mediaType = (declared: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(declared) ? declared.toLowerCase() : 'application/octet-stream'
