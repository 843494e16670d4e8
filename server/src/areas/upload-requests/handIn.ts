import { ATTACHMENT_SIZE_MAX, Code, type HandInRoom } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import {
  DocumentsFullError,
  keepReceived,
  limitBytes,
  roomOfDocuments,
  ShareCodeWrongError,
  sharesAreOpen,
} from '../documents/index.ts'
import { type AskedUpload, beginUploadAt, finishUploadAt, type Uploader, UploadNotFoundError } from '../files/index.ts'
import { RECEIVED_JOB, RECEIVED_WAIT_MS } from './receivedNames.ts'
import { type RequestRow, stateOf } from './uploadRequests.service.ts'

/** The link was ended, or its time is over. */
class UploadRequestOverError extends CallError {
  constructor() {
    super(Code.uploadRequestOver)
  }
}

/** It takes no more files, or not as many bytes. */
class UploadRequestFullError extends CallError {
  constructor() {
    super(Code.uploadRequestFull)
  }
}

/** For how long who has opened a link may hand files in; afterwards the code opens it again, and uploads go on. */
const OPEN_MS = 12 * 60 * 60_000
const opened = ticketKind('upload-request', z.object({ requestId: z.number().int() }), OPEN_MS)

/** Tries of one link, and of one network over all links, before each further one waits. */
const triesOf = (token: string, ip: string) => [
  { scope: `hand-in:${token}`, free: 10, longestS: 900 },
  { scope: `hand-in-from:${placeOf(ip)}`, free: 30, longestS: 900 },
]

const findBy = ({ store }: Pick<Context, 'store'>) =>
  store.db
    .selectFrom('upload_request')
    .innerJoin('account', 'account.id', 'upload_request.account_id')
    .selectAll('upload_request')
    .select(['account.name as ownerName', 'account.address as ownerAddress'])
    .where('account.disabled', '=', 0)

type OpenRow = RequestRow & { readonly ownerName: string; readonly ownerAddress: string }

/**
 * Opens a link by its code. Until the code is right nothing is answered about it, not even whether it is there. Throws
 * `ShareCodeWrongError`, `UploadRequestOverError`, `TooManyRequestsError`.
 */
export async function openRequest(
  context: Context,
  { token, code, ip }: { readonly token: string; readonly code: string; readonly ip: string },
): Promise<HandInRoom & { readonly ticket: string }> {
  const tries = await countTries(context, triesOf(token.slice(0, 100), ip))
  const row = await findBy(context).where('upload_request.token', '=', token).executeTakeFirst()
  if (!row || row.code !== code) throw new ShareCodeWrongError()
  await tries.giveBack()
  await requireOpen(context, row)
  const ticket = await opened.issue(context, { accountId: null, data: { requestId: row.id } })
  return { ticket, ...(await roomOf(context, row)) }
}

/** Throws `UploadRequestOverError`; a link that is full is open, so that what was begun is finished. */
async function requireOpen(context: Context, row: RequestRow): Promise<void> {
  const state = stateOf(row, context.now())
  if (state === 'ended' || state === 'expired') throw new UploadRequestOverError()
  if (!(await sharesAreOpen(context, row.account_id))) throw new UploadRequestOverError()
}

/** The link that a ticket has opened. Throws `UploadRequestOverError` when either is over. */
export async function requestOf(context: Context, ticket: string): Promise<OpenRow> {
  const found = await opened.read(context, ticket)
  const row = found
    ? await findBy(context).where('upload_request.id', '=', found.data.requestId).executeTakeFirst()
    : undefined
  if (!row) throw new UploadRequestOverError()
  await requireOpen(context, row)
  return row
}

export const uploaderOf = ({ id, account_id }: RequestRow): Uploader => ({ accountId: account_id, requestId: id })

/** Files and bytes that were begun by a link and are not finished. */
async function begunBy(db: Kysely<Schema>, requestId: number) {
  const row = await db
    .selectFrom('unfinished_upload')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | string | null>('size').as('bytes')])
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  // PostgreSQL sums big integers into a decimal, which arrives as text.
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** What a link still takes: within its own bounds, and within the room of its owner. */
async function roomOf(context: Context, row: OpenRow): Promise<HandInRoom> {
  const { db } = context.store
  const begun = await begunBy(db, row.id)
  const room = await roomOfDocuments(db, row.account_id, await limitBytes(context, row.account_id))
  const bytesLeft = Math.max(0, Math.min(row.size_max - row.bytes - begun.bytes, room))
  return {
    title: row.title,
    owner: row.ownerName || row.ownerAddress,
    filesLeft: Math.max(0, row.files_max - row.files - begun.files),
    bytesLeft,
    fileSizeMax: ATTACHMENT_SIZE_MAX,
    expiresAt: row.expires_at,
  }
}

/** Begins a file. Its number and its bytes are taken up from here on. Throws what `beginUploadAt` and `requireRoom` throw. */
export async function beginHandIn(context: Context, ticket: string, asked: AskedUpload) {
  const row = await requestOf(context, ticket)
  const limit = await limitBytes(context, row.account_id)
  const requireRoom = async (trx: Kysely<Schema>, size: number) => {
    // As it is now: others hand in by the same link.
    const { files, bytes } = await trx
      .selectFrom('upload_request')
      .select(['files', 'bytes'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const begun = await begunBy(trx, row.id)
    if (files + begun.files >= row.files_max || bytes + begun.bytes + size > row.size_max)
      throw new UploadRequestFullError()
    if ((await roomOfDocuments(trx, row.account_id, limit)) < size) throw new DocumentsFullError()
  }
  const place = { ...uploaderOf(row), limit: ATTACHMENT_SIZE_MAX, requireRoom }
  const { uploadId, parts } = await beginUploadAt(context, place, asked)
  // Nothing is answered at once here, so that there always is an upload.
  return { uploadId: uploadId ?? '', parts }
}

/**
 * Hands a file in whose parts are there: it lies in the document center of the owner, who is written to. The same upload is
 * handed in once. Answers what the link still takes.
 */
export async function finishHandIn(
  context: Context,
  { ticket, uploadId, sender }: { readonly ticket: string; readonly uploadId: string; readonly sender: string },
): Promise<HandInRoom> {
  const row = await requestOf(context, ticket)
  const limit = await limitBytes(context, row.account_id)
  const done = await finishUploadAt(context, uploaderOf(row), uploadId, async (trx, file) => {
    const documentId = await keepReceived(trx, context, row.account_id, { folderId: row.folder_id, file, limit })
    const { name, size } = file
    const now = context.now()
    await trx
      .insertInto('upload_request_file')
      .values({ request_id: row.id, upload_id: uploadId, document_id: documentId, name, size, sender, at: now })
      .execute()
    await trx
      .updateTable('upload_request')
      .set({ files: sql<number>`files + 1`, bytes: sql<number>`bytes + ${size}` })
      .where('id', '=', row.id)
      .execute()
    // Several files of a while are one mail.
    if (row.noticed_id !== null)
      await enqueue(trx, context, RECEIVED_JOB, [{ key: `${row.id}`, at: now + RECEIVED_WAIT_MS }])
  })
  if (!done && !(await wasHandedIn(context, row.id, uploadId))) throw new UploadNotFoundError()
  return roomOf(context, await requestOf(context, ticket))
}

async function wasHandedIn({ store }: Context, requestId: number, uploadId: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('upload_request_file')
    .select('id')
    .where('request_id', '=', requestId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  return row !== undefined
}
