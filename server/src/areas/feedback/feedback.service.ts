import { randomUUID } from 'node:crypto'
import { FEEDBACK_PER_HOUR } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import { recordBlobs } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { buildMail } from '../compose/index.ts'
import { accountOf } from '../user/index.ts'
import { type FeedbackForm, readForm } from './readForm.ts'

const HOUR_MS = 3_600_000

/**
 * Keeps what a person writes to those who run the system, and sends it to them where the operator has named an address.
 * Answers its number. Throws `TooManyRequestsError` before anything is read.
 */
export async function takeFeedback(context: Context, accountId: number, request: FastifyRequest): Promise<number> {
  const { db, engine } = context.store
  await requireRate(db, accountId, context.now())
  const form = await readForm(context, request)
  const account = await accountOf(context, accountId)
  const from = { name: account.name, address: account.address }
  const message = await mailOf(context, from, form)
  const now = context.now()
  const write = async (trx: Trx): Promise<number> => {
    // Again, with no other call between this and the row: many may have been read at the same moment.
    await countAlone(trx, context.store, accountId)
    await requireRate(trx, accountId, now)
    await recordBlobs(trx, engine, form.files, now)
    const { id } = await trx
      .insertInto('feedback')
      .values({
        account_id: accountId,
        ...from,
        content: form.content,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (form.files.length > 0) {
      await trx
        .insertInto('feedback_file')
        .values(
          form.files.map(({ name, contentType, size, hash }) => ({
            feedback_id: id,
            name,
            content_type: contentType,
            size,
            blob_hash: hash,
          })),
        )
        .execute()
    }
    if (message && context.config.feedbackTo) {
      await queueMail(trx, {
        origin: 'system',
        messageId: await storeMessage(trx, context, message),
        envelopeFrom: account.address,
        recipients: [context.config.feedbackTo],
        now,
      })
    }
    return id
  }
  return transact(context, write, { grows: true })
}

/** Throws `TooManyRequestsError` for who has written as often as they may within an hour. */
async function requireRate(db: Kysely<Schema>, accountId: number, now: number): Promise<void> {
  const { count, oldest } = await db
    .selectFrom('feedback')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('account_id', '=', accountId)
    .where('created_at', '>', now - HOUR_MS)
    .executeTakeFirstOrThrow()
  if (Number(count) < FEEDBACK_PER_HOUR) return
  throw new TooManyRequestsError(Math.max(1, Math.ceil((Number(oldest) + HOUR_MS - now) / 1_000)))
}

/** The feedback as a mail from its writer, who can be answered by it; null where the operator has named no address. */
async function mailOf(
  context: Context,
  from: { name: string; address: string },
  { content, files }: FeedbackForm,
): Promise<PreparedMessage | null> {
  const { feedbackTo, hostname } = context.config
  if (feedbackTo === null) return null
  const beginning = [...content.replaceAll(/\s+/g, ' ')].slice(0, 40).join('')
  const raw = buildMail(context.blobs, {
    from,
    to: [{ name: '', address: feedbackTo }],
    cc: [],
    subject: `意见反馈 Feedback: ${beginning}`,
    html: `<p>${escapeHtml(content).replaceAll('\n', '<br>')}</p>`,
    text: content,
    pictures: new Map(),
    attachments: files.map(({ name, contentType, hash }) => ({ name, contentType, content: { blobHash: hash } })),
    messageId: `<${randomUUID()}@${hostname}>`,
    inReplyTo: '',
    references: [],
    at: context.now(),
    timeZone: 8,
    priority: 3,
    receiptTo: null,
  })
  return mailTransportOf(context).preparer.prepare(await context.blobs.put(raw), null)
}

export interface KeptFeedback {
  readonly id: number
  readonly at: number
  readonly name: string
  readonly address: string
  readonly content: string
  readonly files: readonly { readonly name: string; readonly size: number; readonly hash: string }[]
}

/** Feedback, the newest first; for the operator. */
export async function listFeedback(
  { store }: Pick<Context, 'store'>,
  { id, limit }: { readonly id?: number; readonly limit: number },
): Promise<KeptFeedback[]> {
  const rows = await store.db
    .selectFrom('feedback')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const files = await store.db
    .selectFrom('feedback_file')
    .selectAll()
    .where(
      'feedback_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    name: row.name,
    address: row.address,
    content: row.content,
    files: files
      .filter((file) => file.feedback_id === row.id)
      .map(({ name, size, blob_hash }) => ({ name, size, hash: blob_hash })),
  }))
}

/** Deletes a feedback with its files. Answers whether there was one. */
export async function deleteFeedback(context: Pick<Context, 'store' | 'now'>, id: number): Promise<boolean> {
  return transact(context, async (trx) => {
    await trx.deleteFrom('feedback_file').where('feedback_id', '=', id).execute()
    const gone = await trx.deleteFrom('feedback').where('id', '=', id).returning('id').execute()
    return gone.length > 0
  })
}
