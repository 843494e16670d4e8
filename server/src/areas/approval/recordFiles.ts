import type { FilePreview } from '@yanshu/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { LetterRestrictedError, policyOfLetter, restrictionsOf } from '../../store/mailbox/index.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { FileTypeBlockedError, previewFile, sendBlob, sendExactPages, shownType } from '../files/index.ts'
import { requireRecord } from './requireRecord.ts'

/** Why an approver may not save the files of a mail: its sender has restricted its reading, or the administrator. */
export type NotSaved = 'restricted' | 'switch'

/** Why an account may not save the files of a record; null where it may. Its sender has them anyway. */
export async function whyNotSaved(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { messageId, isApplicant }: { readonly messageId: number; readonly isApplicant: boolean },
): Promise<NotSaved | null> {
  if (isApplicant) return null
  const policy = await policyOfLetter(store.db, messageId)
  const conditions = { restricted: policy ? 1 : 0, with_password: policy && policy.password_hash !== null ? 1 : 0 }
  if (!restrictionsOf(conditions).download) return 'restricted'
  return (await switchesOf(store.db, accountId)).mailApprovalDownload ? null : 'switch'
}

interface Wanted {
  readonly accountId: number
  readonly recordId: number
  readonly fileId: string
}

interface Answering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Answers with a file of a record: a picture of its text to who may see the record, every other file to who may save it.
 * Throws `NotFoundError`, `LetterRestrictedError`.
 */
export async function sendRecordFile(context: Context, wanted: Wanted, { request, reply }: Answering) {
  const file = await readFile(context, wanted)
  const type = file.disposition === 'inline' ? await shownType(context, file) : null
  // What is called a picture of the text may be any file.
  if (type?.startsWith('image/'))
    return sendBlob(context.blobs, request, reply, { ...file, contentType: type, disposition: 'inline' })
  const why = await whyNotSaved(context, wanted.accountId, file)
  if (why !== null) throw why === 'restricted' ? new LetterRestrictedError() : new NotFoundError()
  return sendBlob(context.blobs, request, reply, { ...file, disposition: 'attachment' })
}

/** How a file of a record is shown, to who decides and to its sender, also where it may not be saved. Throws `NotFoundError`. */
export const previewRecordFile = async (context: Context, wanted: Wanted): Promise<FilePreview> =>
  previewFile(context, await readFile(context, wanted), String(wanted.accountId))

/** Answers with a file that the browser shows in place. Throws `NotFoundError`, `FileTypeBlockedError`. */
export async function showRecordFile(
  context: Context,
  wanted: Wanted,
  { request, reply, isExact }: Answering & { readonly isExact: boolean },
) {
  const file = await readFile(context, wanted)
  if (isExact) return sendExactPages(context, file, { party: String(wanted.accountId), reply })
  const contentType = await shownType(context, file)
  if (contentType === null || contentType === 'text/plain') throw new FileTypeBlockedError()
  return sendBlob(context.blobs, request, reply, { ...file, contentType, disposition: 'inline' })
}

/** A file of the bytes that are decided about. What was withdrawn is its sender's alone. Throws `NotFoundError`. */
async function readFile(context: Context, { accountId, recordId, fileId }: Wanted) {
  const { row, isApplicant } = await requireRecord(context, accountId, recordId)
  if (!isApplicant && row.state === 'withdrawn') throw new NotFoundError()
  const file = await context.store.db
    .selectFrom('attachment')
    .select(['name', 'content_type as contentType', 'size', 'blob_hash as hash', 'disposition'])
    .where('id', '=', fileId)
    .where('message_id', '=', row.message_id)
    .executeTakeFirst()
  if (!file) throw new NotFoundError()
  return { ...file, messageId: row.message_id, isApplicant }
}
