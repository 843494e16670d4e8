import { randomBytes } from 'node:crypto'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { wireSizeMax } from '../../platform/config/config.ts'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { DeliveryFailure } from '../delivery/deliverMessage.ts'
import { READ_IN_PLACE_MAX } from '../delivery/preparer.ts'
import { isOwnAddress } from '../delivery/recipients.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { HEADER_SCAN_MAX, scanHeader } from './headerScan.ts'
import { refusals, type SmtpRefusal } from './refusal.ts'
import type { SmtpOptions, SmtpParts } from './smtpServer.ts'
import { traceHeaders } from './trace.ts'

/** More servers than this on the way mean a loop (RFC 5321 §6.3). */
const RECEIVED_MAX = 50
/** After this long a message must have come at some speed, or the connection is only being held. */
const SLOW_AFTER_MS = 120_000
const SLOWEST_BYTES_PER_SECOND = 512

export interface AdmittedRecipient {
  readonly address: string
  /** The account it was found to lead to at RCPT; null answers as for an account that is gone. */
  readonly accountId: number | null
}

/**
 * Takes one message in: streamed to disk, read, and committed for its recipients. Answers what the client is told.
 * Throws a `SmtpRefusal` when nobody got it; then nothing was kept.
 */
export async function receiveMessage(
  parts: SmtpParts,
  options: SmtpOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  recipients: readonly AdmittedRecipient[],
): Promise<(string | SmtpRefusal)[] | string> {
  const { context, preparer, deliverer, bouncer } = parts
  const id = randomBytes(9).toString('base64url')
  const addresses = recipients.map((recipient) => recipient.address)
  const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
  const receivedAt = context.now()
  const trace = traceHeaders({
    from,
    onlyRecipient: addresses.length === 1 ? (addresses[0] ?? null) : null,
    helo: session.hostNameAppearsAs || '',
    clientAddress: session.remoteAddress,
    server: context.config.hostname,
    protocol: protocolOf(session, options),
    id,
    at: receivedAt,
  })

  const limit = wireSizeMax(context.config)
  const incoming = new IncomingBytes(Buffer.from(trace))
  let raw: { hash: string; size: number }
  try {
    // The limit is the message's; what we write before it does not count.
    raw = await context.blobs.put(incoming.read(stream), limit + trace.length)
  } catch (error) {
    if (error instanceof TooLargeError) throw refusals.tooLarge(limit)
    if (isDiskFull(error)) throw refusals.storageFull()
    throw error
  }
  const seen = scanHeader(incoming.beginning(trace.length))
  if (seen.received > RECEIVED_MAX) throw refusals.loop()

  try {
    const message = await markedIfClaiming(context, await preparer.prepare(raw, incoming.whole()))
    const outcome = await deliverer.deliver(message, {
      accountIds: recipients.flatMap(({ accountId }) => accountId ?? []),
      role: options.trustSpamFlag && seen.spamFlag ? 'spam' : 'inbox',
      receivedAt,
    })
    const reasons = new Map(outcome.failed.map((failure) => [failure.accountId, failure.reason]))
    const refused = recipients.flatMap(({ address, accountId }) => {
      const reason = accountId === null ? 'gone' : reasons.get(accountId)
      return reason ? [{ address, refusal: refusalOf(reason, address) }] : []
    })
    const accepted = `message accepted, ${id}`
    if (options.lmtp) {
      const byAddress = new Map(refused.map(({ address, refusal }) => [address, refusal]))
      return addresses.map((address) => byAddress.get(address) ?? accepted)
    }
    const first = refused[0]
    if (first && outcome.delivered.length === 0) throw first.refusal
    // SMTP has one answer for all; those who did not get it are told of by mail.
    if (refused.length > 0) {
      await bouncer.bounce({
        // Nobody is told about what an automaton wrote, or two of them would go on forever.
        from: message.columns.automatic === 1 ? '' : from,
        subject: message.columns.subject,
        messageId: message.columns.rfc_message_id,
        rawHash: raw.hash,
        recipients: refused.map(({ address, refusal }) => ({
          address,
          status: refusal.enhanced.replace(/^4/, '5'),
          reason: refusal.message,
        })),
      })
    }
    return accepted
  } catch (error) {
    if (isDiskFull(error)) throw refusals.storageFull()
    throw error
  }
}

/**
 * Marks mail whose From names one of our own domains: nobody logs in here to send, so it was written outside and says
 * that it comes from a colleague. Whether it may is for DMARC before this server to say; the reader is told.
 */
async function markedIfClaiming({ store }: Pick<Context, 'store'>, message: PreparedMessage): Promise<PreparedMessage> {
  if (!(await isOwnAddress(store.db, message.from.address))) return message
  return { ...message, columns: { ...message.columns, claims_own_domain: 1 } }
}

function refusalOf(reason: DeliveryFailure, address: string): SmtpRefusal {
  if (reason === 'full') return refusals.mailboxFull(address)
  if (reason === 'too-small') return refusals.mailboxTooSmall(address)
  return refusals.disabledUser(address)
}

/** The protocol's name in the Received header (RFC 3848, RFC 6531 §4.3). */
function protocolOf(session: SMTPServerSession, options: SmtpOptions): string {
  const base = options.lmtp ? 'LMTP' : session.openingCommand === 'HELO' ? 'SMTP' : 'ESMTP'
  const utf8 = session.envelope.smtpUtf8 ? 'UTF8' : ''
  return `${utf8}${utf8 && base === 'ESMTP' ? 'SMTP' : base}${session.secure ? 'S' : ''}`
}

/** Passes a message on while keeping its beginning, and all of it while it is short. */
class IncomingBytes {
  readonly #kept: Buffer[]
  #bytes: number

  constructor(trace: Buffer) {
    this.#kept = [trace]
    this.#bytes = trace.length
  }

  async *read(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
    const trace = this.#kept[0]
    if (trace) yield trace
    const started = performance.now()
    for await (const chunk of stream) {
      const bytes: Buffer = chunk
      if (this.#bytes <= HEADER_SCAN_MAX) this.#kept.push(bytes)
      this.#bytes += bytes.length
      const elapsed = performance.now() - started
      if (elapsed > SLOW_AFTER_MS && this.#bytes < (elapsed / 1_000) * SLOWEST_BYTES_PER_SECOND) {
        throw refusals.tooSlow()
      }
      yield bytes
    }
  }

  /** The first bytes of the message itself. */
  beginning(after: number): Uint8Array {
    return Buffer.concat(this.#kept).subarray(after, after + HEADER_SCAN_MAX)
  }

  /** The whole message with its trace when it is short enough to be read in place, else null. */
  whole(): Uint8Array | null {
    return this.#bytes <= READ_IN_PLACE_MAX ? Buffer.concat(this.#kept) : null
  }
}
