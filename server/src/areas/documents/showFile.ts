import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../store/context/context.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import { FileTypeBlockedError, previewFile, sendBlob, sendExactPages, shownInPlace } from '../files/index.ts'
import { DocumentNotFoundError } from './documentErrors.ts'
import { readFile } from './readDocuments.ts'

interface Wanted {
  /** Whose file it is. */
  readonly accountId: number
  readonly documentId: number
}

/** How a file is shown. Throws `DocumentNotFoundError`, `ForbiddenError` where previews are switched off. */
export async function previewDocument(context: Context, { accountId, documentId }: Wanted, party: string) {
  await requireSwitch(context, accountId, 'previewEnable')
  return previewFile(context, await readFile(context, accountId, { documentId }), party)
}

interface Showing {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Who asks for its exact pages; undefined where the file itself is wanted. */
  readonly exactFor?: string | undefined
}

/** Answers with a file that the browser shows in place; what could act there is refused. */
export async function showDocument(
  context: Context,
  { accountId, documentId }: Wanted,
  { request, reply, exactFor }: Showing,
) {
  if (!Number.isSafeInteger(documentId)) throw new DocumentNotFoundError()
  await requireSwitch(context, accountId, 'previewEnable')
  const file = await readFile(context, accountId, { documentId })
  if (exactFor !== undefined) return sendExactPages(context, file, { party: exactFor, reply })
  const contentType = await shownInPlace(context, file)
  if (contentType === null) throw new FileTypeBlockedError()
  return sendBlob(context.blobs, request, reply, { ...file, contentType, disposition: 'inline' })
}
