import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  ATTACHMENT_SIZE_MAX,
  EXTRACT_CODE_MAX,
  EXTRACT_CODE_MIN,
  UPLOAD_REQUEST_FILES_MAX,
  UPLOAD_REQUEST_NAME_MAX,
  UPLOAD_REQUEST_SIZE_MAX,
  VALID_DAYS_MAX,
} from '../limits.ts'
import { lengthOf } from '../rules/names.ts'
import { compared, epochMs, get, ok, post, written } from './define.ts'
import { idOf, named, queryIdOf } from './names.ts'

const requestId = idOf('upload-request')
const code = z.string().regex(new RegExp(`^[A-Za-z0-9]{${EXTRACT_CODE_MIN},${EXTRACT_CODE_MAX}}$`))
const size = z.number().int().nonnegative()
const count = z.number().int().nonnegative()
const shortName = written(UPLOAD_REQUEST_NAME_MAX * 4)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && lengthOf(text) <= UPLOAD_REQUEST_NAME_MAX)
const ticket = named('ticket', z.string().min(16).max(100))
const uploadId = named('unfinished-upload', z.string().min(16).max(80))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const uploadRequestState = z.enum(['normal', 'expired', 'ended', 'full'])
export type UploadRequestState = z.infer<typeof uploadRequestState>

/** A link by which others hand files in, as its owner sees it. */
export const uploadRequest = z.object({
  requestId,
  /** The secret of the link: `/bigFileUpload?id=…`. */
  token: named('ticket', z.string()),
  code: z.string(),
  title: z.string(),
  state: uploadRequestState,
  createdAt: epochMs,
  expiresAt: epochMs,
  /** How many files and bytes it accepts, and how many have come. */
  filesMax: count,
  sizeMax: size,
  files: count,
  bytes: size,
})
export type UploadRequest = z.infer<typeof uploadRequest>

export const receivedFile = z.object({
  name: z.string(),
  size,
  /** The name that the person who handed it in gave; '' for none. */
  sender: z.string(),
  at: epochMs,
  /** Whether it is still in the document center, outside of the bin. */
  there: z.boolean(),
})
export type ReceivedFile = z.infer<typeof receivedFile>

/** What a link still accepts, for who has opened it. */
export const handInRoom = z.object({
  title: z.string(),
  /** Who gets the files. */
  owner: z.string(),
  filesLeft: count,
  bytesLeft: size,
  /** Bytes of one file. */
  fileSizeMax: z.number().int().max(ATTACHMENT_SIZE_MAX),
  expiresAt: epochMs,
})
export type HandInRoom = z.infer<typeof handInRoom>

const owners = { personAlone: 'ownerOnly', ownerOnly: true, noted: 'nothing' } as const
const own = { ...owners, switchedBy: 'netdiskEnable' } as const
const OVER = [Code.uploadRequestOver] as const

/** Links by which others hand files in without a login, and what who comes by one does (§2, /bigFileUpload). */
export const uploadRequestCalls = [
  post('documents/request/create', {
    ...own,
    title: 'Make a link by which others hand files in: with a code, for some days, files and bytes',
    body: z.object({
      title: shortName,
      code,
      days: z.number().int().min(1).max(VALID_DAYS_MAX),
      filesMax: z.number().int().min(1).max(UPLOAD_REQUEST_FILES_MAX),
      sizeMax: z.number().int().min(1).max(UPLOAD_REQUEST_SIZE_MAX),
      /** Whether its owner is written to when files came; not for a link that they use themselves. */
      notice: z.boolean().default(true),
    }),
    data: uploadRequest,
    errors: [Code.documentNameRefused, Code.documentTooMany],
  }),
  get('documents/request/list', {
    ...own,
    title: 'The links of a person by which others hand files in, the newest first: the latest 200',
    data: z.object({ list: z.array(uploadRequest) }),
  }),
  get('documents/request/files', {
    ...own,
    title: 'What came by a link, the newest first',
    query: z.object({ requestId: queryIdOf('upload-request') }),
    data: z.object({ list: z.array(receivedFile) }),
    errors: [Code.notFound],
  }),
  post('documents/request/end', {
    // Also where the document center has been switched off.
    ...owners,
    title: 'End a link by which others hand files in, at once, for who has opened it too',
    body: z.object({ requestId }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('handIn/open', {
    access: 'public',
    title: 'Open a link to hand files in, by its code. A wrong code and a link that is not there are answered alike',
    body: z.object({ token: named('ticket', z.string().min(1).max(100)), code: compared(EXTRACT_CODE_MAX) }),
    data: handInRoom.extend({ ticket: z.string() }),
    errors: [Code.shareCodeWrong, ...OVER, Code.tooManyRequests],
  }),
  post('handIn/begin', {
    access: 'public',
    title: 'Begin a file in parts of 8 MB, or go on with one of the same `digest` (`file/upload/begin`)',
    body: z.object({
      ticket,
      name: written(1_000),
      contentType: z.string().max(200).default(''),
      size,
      digest: sha256.nullable().default(null),
    }),
    data: z.object({ uploadId, parts: z.array(count) }),
    errors: [
      ...OVER,
      Code.uploadRequestFull,
      ...[Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.documentsFull, Code.uploadsTooMany],
    ],
  }),
  post('handIn/part', {
    access: 'public',
    title: 'Upload one part of a file that is handed in; field `file`, streamed. In any order, and again without harm',
    query: z.object({ ticket, uploadId, part: z.coerce.number().int().nonnegative(), sha256: sha256.optional() }),
    sends: 'multipart',
    data: ok,
    errors: [...OVER, Code.uploadNotFound, Code.uploadDamaged],
  }),
  post('handIn/finish', {
    access: 'public',
    title: 'Hand a file in whose parts are all there. It may be repeated. Answers what the link still takes',
    body: z.object({
      ticket,
      uploadId,
      /** The name of who hands it in. */
      sender: written(UPLOAD_REQUEST_NAME_MAX).transform((text) => text.trim()),
    }),
    data: handInRoom,
    errors: [...OVER, Code.uploadNotFound, Code.uploadUnfinished, Code.uploadDamaged, Code.documentsFull],
  }),
  post('handIn/cancel', {
    access: 'public',
    title: 'End a file that was begun and is not finished',
    body: z.object({ ticket, uploadId }),
    data: ok,
    errors: OVER,
  }),
] as const
