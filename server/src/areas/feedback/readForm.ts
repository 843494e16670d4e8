import type { MultipartFile } from '@fastify/multipart'
import { FEEDBACK_FILES_MAX, FEEDBACK_TEXT_MAX, UPLOAD_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { uploadedFileName } from '../../mime/fileNames.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import { contentOf, mediaType, refuse, refuseFailed } from '../../store/blobs/uploadForm.ts'
import type { Context } from '../../store/context/context.ts'
import { FileEmptyError, FileTooLargeError } from '../files/index.ts'

export interface FeedbackFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly hash: string
}

export interface FeedbackForm {
  readonly content: string
  readonly files: readonly FeedbackFile[]
}

/** Bytes of a text of {@link FEEDBACK_TEXT_MAX} characters. */
const TEXT_BYTES_MAX = FEEDBACK_TEXT_MAX * 4

/**
 * Reads the form of a feedback, its files streamed to where content is kept. The text comes first, so that a form without
 * one is refused before a file is read.
 */
export async function readForm(context: Pick<Context, 'blobs'>, request: FastifyRequest): Promise<FeedbackForm> {
  if (!request.isMultipart()) throw new BadRequestError(['content'])
  const parts = request.parts({
    limits: {
      fileSize: UPLOAD_SIZE_MAX + 1,
      files: FEEDBACK_FILES_MAX,
      fields: 1,
      fieldSize: TEXT_BYTES_MAX,
      parts: FEEDBACK_FILES_MAX + 1,
    },
  })
  let content: string | null = null
  const files: FeedbackFile[] = []
  try {
    for await (const part of parts) {
      if (part.type === 'field') content = textOf(part.fieldname, part.value)
      else if (content === null) throw new BadRequestError(['content'])
      else files.push(await keep(context, part))
    }
  } catch (error) {
    // The rest runs out, because a client may read the answer only then.
    request.raw.resume()
    if (error instanceof BadRequestError || error instanceof FileEmptyError || error instanceof FileTooLargeError) {
      throw error
    }
    // Every error of the parser is about the request: too many files, no boundary, an end too early.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) {
      throw error.code === 'FST_REQ_FILE_TOO_LARGE'
        ? new FileTooLargeError(UPLOAD_SIZE_MAX)
        : new BadRequestError(['file'])
    }
    throw error
  }
  if (content === null) throw new BadRequestError(['content'])
  return { content, files }
}

function textOf(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
  if (name !== 'content' || text === '' || [...text].length > FEEDBACK_TEXT_MAX) throw new BadRequestError(['content'])
  return text
}

/** Below 50 MB (§5). */
async function keep({ blobs }: Pick<Context, 'blobs'>, part: MultipartFile): Promise<FeedbackFile> {
  const tooLarge = () => new FileTooLargeError(UPLOAD_SIZE_MAX)
  const { hash, size } = await blobs
    .put(contentOf(part), UPLOAD_SIZE_MAX)
    .catch((error: unknown) => refuseFailed(part, error, tooLarge))
  if (size >= UPLOAD_SIZE_MAX) return refuse(part, tooLarge())
  if (size === 0) return refuse(part, new FileEmptyError())
  return { name: uploadedFileName(part.filename), contentType: mediaType(part.mimetype), size, hash }
}
