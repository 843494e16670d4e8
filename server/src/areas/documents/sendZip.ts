import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../store/context/context.ts'
import { contentDisposition } from '../files/index.ts'
import { zipDocuments } from './zipDocuments.ts'

/** Answers with files and folders as one archive. What it returns is the handler's answer. */
export async function sendZip(
  context: Context,
  accountId: number,
  documentIds: readonly number[],
  reply: FastifyReply,
): Promise<Readable> {
  const { name, length, content } = await zipDocuments(context, accountId, documentIds)
  reply.headers({
    'content-type': 'application/zip',
    'content-length': length,
    'content-disposition': contentDisposition('attachment', name),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  return content
}
