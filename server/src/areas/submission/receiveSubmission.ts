import { createHash, type Hash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { refusals } from '../../mailflow/smtp/refusal.ts'
import { mailDate } from '../../mime/mailDate.ts'
import type { CodeActor } from '../../platform/actor/actor.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { AttachmentRefusedError, MailboxFullError, type SendParts, sendersOf, submitMail } from '../compose/index.ts'
import { submissionRefusals } from './submissionRefusals.ts'
import { endOfHeader, readyHeader } from './submittedHeader.ts'

/** Bytes of a header that are read; more is no header. */
const HEADER_MAX = 128 * 1_024
/** Mails that an account may send in an hour, those of the page included, before programs have to wait. */
const MAILS_PER_HOUR = 300
const HOUR_MS = 3_600_000

/**
 * Takes a mail in that a program sends for its owner: to disk as it comes, with its header made ready, then filed and
 * queued. Answers the text for the program. Throws a `SmtpRefusal`; then nothing was sent.
 */
export async function receiveSubmission(
  parts: SendParts,
  client: CodeActor,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const { context, preparer } = parts
  const { accountId, address } = client
  const limit = wireSizeMax(context.config)
  const id = randomBytes(9).toString('base64url')
  const digest = createHash('sha256')
  const content = stream[Symbol.asyncIterator]()
  try {
    // Before its content is read; once more under a lock, where mails of the same moment are counted one by one.
    await requireRate(context.store.db, context, accountId)
    const { header, rest } = await takeHeader(content, digest)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const date = mailDate(context.now(), 0)
    const ready = await readyHeader(header, {
      received: `Received: by ${context.config.hostname} with ESMTPSA id ${id};\r\n\t${date}`,
      from: address,
      date,
      messageId: `<${randomUUID()}@${domain}>`,
    })
    if (!ready.oneFrom) throw submissionRefusals.twoFroms()
    const own = new Set((await sendersOf(context.store.db, accountId)).map((sender) => sender.address))
    const foreign = ready.writers.find((writer) => !own.has(writer))
    if (foreign !== undefined) throw submissionRefusals.notYourAddress(foreign)
    // What was added is not the writer's.
    const raw = await context.blobs.put(joined([ready.bytes, rest], content, digest), limit + ready.bytes.length)
    const message = await preparer.prepare(raw, null)
    await submitMail(parts, accountId, {
      message,
      digest: digest.digest('base64url'),
      envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      recipients: session.envelope.rcptTo.map((recipient) => recipient.address),
      admit: (trx) => requireRate(trx, context, accountId),
    })
    return `message accepted, ${id}`
  } catch (error) {
    if (error instanceof TooLargeError) throw refusals.tooLarge(limit)
    if (error instanceof MailboxFullError) throw submissionRefusals.mailboxFull()
    if (error instanceof AttachmentRefusedError) throw submissionRefusals.fileRefused()
    if (isDiskFull(error)) throw refusals.storageFull()
    throw error
  } finally {
    // What is left of a message that was refused is not waited for.
    await content.return?.()
  }
}

async function requireRate(db: Kysely<Schema>, { now }: Pick<Context, 'now'>, accountId: number): Promise<void> {
  const { count } = await db
    .selectFrom('outgoing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', now() - HOUR_MS)
    // The parts for moderated groups are no mails of their own.
    .where('origin', 'in', ['page', 'program'])
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAILS_PER_HOUR) throw submissionRefusals.tooMany()
}

type Content = AsyncIterator<Buffer>

/** Reads as far as the header goes: to its empty line, or to the end of a mail that has none. */
async function takeHeader(content: Content, digest: Hash): Promise<{ header: Buffer; rest: Buffer }> {
  let read: Buffer = Buffer.alloc(0)
  for (;;) {
    const end = endOfHeader(read)
    if (end !== -1) return { header: read.subarray(0, end), rest: read.subarray(end) }
    if (read.length > HEADER_MAX) throw submissionRefusals.headerTooLong()
    const next = await content.next()
    if (next.done) return { header: read, rest: Buffer.alloc(0) }
    digest.update(next.value)
    read = Buffer.concat([read, next.value])
  }
}

async function* joined(first: readonly Buffer[], content: Content, digest: Hash): AsyncGenerator<Uint8Array> {
  yield* first
  for (let next = await content.next(); !next.done; next = await content.next()) {
    digest.update(next.value)
    yield next.value
  }
}
