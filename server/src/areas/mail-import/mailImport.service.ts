import { Code, UPLOAD_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { importOne } from '../../mailflow/import/importOne.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { CallError } from '../../platform/http/errors.ts'
import { contentOf, fileOf, refuseFailed } from '../../store/blobs/uploadForm.ts'
import type { Context } from '../../store/context/context.ts'
import { folderOfRole, ownFolder } from '../../store/mailbox/index.ts'
import { requireRoom } from '../compose/index.ts'
import { FileEmptyError, FileTooLargeError } from '../files/index.ts'

/** The file does not begin as a mail does. */
class FileIsNoMailError extends CallError {
  constructor() {
    super(Code.fileIsNoMail)
  }
}

const BEGINNING_BYTES = 16_384
/** A field name of a mail's header (RFC 5322 §2.2); some programs write a From_ line before it. */
const BEGINS_AS_MAIL = /^(?:>?From [^\r\n]*\r?\n)?[!-9;-~]+[ \t]*:/

/** Takes a mail from a file, for personnel on islands (§2, Sidebar actions). Below 50 MB (§5). */
export async function importUpload(
  context: Context,
  accountId: number,
  mailboxId: number | undefined,
  request: FastifyRequest,
): Promise<{ mailId: number; mailboxId: number; known: boolean }> {
  const { db } = context.store
  const folderId = mailboxId ?? (await folderOfRole(db, accountId, 'inbox'))
  if (mailboxId !== undefined) await ownFolder(db, accountId, mailboxId)
  const file = await fileOf(request, UPLOAD_SIZE_MAX)
  const tooLarge = () => new FileTooLargeError(UPLOAD_SIZE_MAX)
  const raw = await context.blobs
    .put(contentOf(file), UPLOAD_SIZE_MAX)
    .catch((error: unknown) => refuseFailed(file, error, tooLarge))
  if (raw.size >= UPLOAD_SIZE_MAX) throw tooLarge()
  if (raw.size === 0) throw new FileEmptyError()
  const beginning = await beginningOf(context, raw.hash)
  if (!BEGINS_AS_MAIL.test(Buffer.from(beginning).toString('latin1'))) throw new FileIsNoMailError()
  return importOne(context, mailTransportOf(context).preparer, {
    accountId,
    folderId,
    raw,
    beginning,
    requireRoom: (trx, bytes) => requireRoom(trx, accountId, bytes),
  })
}

async function beginningOf({ blobs }: Pick<Context, 'blobs'>, hash: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(hash, { range: { start: 0, end: BEGINNING_BYTES - 1 } }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
