import { randomBytes } from 'node:crypto'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import {
  type AuthenticationResult,
  isSameAuthserv,
  readAuthenticationResults,
} from '../../mime/authenticationResults.ts'
import { type Config, wireSizeMax } from '../../platform/config/config.ts'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Arrival, type Authentication, type Peer, peerOf } from '../arrival/arrival.ts'
import { ForgedResultsFilter } from '../arrival/forgedResults.ts'
import { READ_IN_PLACE_MAX } from '../delivery/preparer.ts'
import { isOwnAddress } from '../delivery/recipients.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { arrivingMail } from '../steps/arrivingMail.ts'
import type { Undelivered } from '../steps/deliveryPlan.ts'
import type { Addressed } from '../steps/plannedRecipient.ts'
import { HEADER_SCAN_MAX, type HeaderScan, scanHeader } from './headerScan.ts'
import { refusals, type SmtpRefusal } from './refusal.ts'
import type { SmtpOptions, SmtpParts } from './smtpServer.ts'
import { traceHeaders } from './trace.ts'
import { bouncedOf, isReasonLost, refusalOf } from './undelivered.ts'

/** More servers than this mean a loop (RFC 5321 §6.3). */
const RECEIVED_MAX = 50
/** Results of checks that are kept with a message. */
const RESULTS_MAX = 32
/** After this long a message must have come at a minimum speed, or the connection is only being occupied. */
const SLOW_AFTER_MS = 120_000
const SLOWEST_BYTES_PER_SECOND = 512

/**
 * Receives one message: streamed to disk, read, and committed for its recipients. Answers the text for the client.
 * Throws a `SmtpRefusal` when no recipient got it; then nothing was kept.
 */
export async function receiveMessage(
  parts: SmtpParts,
  options: SmtpOptions,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  recipients: readonly Addressed[],
): Promise<(string | SmtpRefusal)[] | string> {
  const { context, preparer, steps, deliverer, bouncer } = parts
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
  const forged = options.trustAuthentication ? null : new ForgedResultsFilter(context.config.hostname)
  const incoming = new IncomingBytes(Buffer.from(trace), forged)
  let arrived = () => {}
  try {
    // The limit applies to the message; the trace that we write before it does not count.
    const rest = await incoming.takeShort(stream, limit + trace.length)
    const read = async () => {
      if (rest === null) {
        requireNoLoop(incoming, trace)
        arrived = deliverer.expect()
        return preparer.receive(incoming.whole())
      }
      const raw = await context.blobs.put(rest, limit + trace.length)
      requireNoLoop(incoming, trace)
      return preparer.prepare(raw, null)
    }
    const received = await markedIfClaiming(context, await read())
    const scan = scanHeader(incoming.beginning(trace.length))
    const arrival = {
      peer: peerOfSession(session, options),
      envelopeFrom: from,
      authentication: options.trustAuthentication ? authenticationIn(scan, context.config) : null,
    } satisfies Arrival
    const message = { ...received, columns: { ...received.columns, arrival: JSON.stringify(arrival) } }
    const mail = arrivingMail(message.columns, message.body.text, message.attachments, {
      source: options.lmtp ? 'lmtp' : 'smtp',
      envelopeFrom: from,
      senderId: null,
      origin: null,
      flaggedAsSpam: options.trustSpamFlag === true && scan.spamFlag,
      receivedAt,
    })
    const plan = await steps.plan(mail, recipients)
    const delivering = deliverer.deliver(message, plan.recipients)
    arrived()
    const outcome = await delivering
    const undelivered = plan.undelivered(outcome)
    const refused = undelivered.filter(({ partly }) => !partly)
    const utf8 = session.envelope.smtpUtf8 === true
    const report = (people: readonly Undelivered[], rawHash = message.columns.raw_hash) =>
      people.length === 0
        ? undefined
        : bouncer.bounce({
            // Automatic mail gets no report, or two programs would answer each other forever.
            from: message.columns.automatic === 1 ? '' : from,
            subject: message.columns.subject,
            messageId: message.columns.rfc_message_id,
            rawHash,
            recipients: people.map(bouncedOf),
          })
    // A report to an address that was only claimed would reach another person than the sender.
    if (!utf8 && isProven(arrival)) await report(refused.filter(isReasonLost), null)
    const accepted = `message accepted, ${id}`
    if (options.lmtp) {
      await report(undelivered.filter(({ partly }) => partly))
      const byAddress = new Map(refused.map((one) => [one.address, refusalOf(one, utf8)]))
      return addresses.map((address) => byAddress.get(address) ?? accepted)
    }
    const [first] = refused
    if (first && refused.length === new Set(addresses).size) throw refusalOf(first, utf8)
    // SMTP has one answer for all recipients; those who did not get the mail are reported by mail.
    await report(undelivered)
    return accepted
  } catch (error) {
    if (error instanceof TooLargeError) throw refusals.tooLarge(limit)
    if (isDiskFull(error)) throw refusals.storageFull()
    throw error
  } finally {
    arrived()
  }
}

function requireNoLoop(incoming: IncomingBytes, trace: string): void {
  if (scanHeader(incoming.beginning(trace.length)).received > RECEIVED_MAX) throw refusals.loop()
}

/**
 * Marks mail whose From names one of our own domains: this port has no login to send, so it was written outside and claims
 * to come from a colleague. Whether that is allowed is decided by DMARC before this server; the reader sees a note.
 */
async function markedIfClaiming({ store }: Pick<Context, 'store'>, message: PreparedMessage): Promise<PreparedMessage> {
  if (!(await isOwnAddress(store.db, message.from.address))) return message
  return { ...message, columns: { ...message.columns, claims_own_domain: 1 } }
}

/** Who hands a mail in. */
export const peerOfSession = (session: SMTPServerSession, { lmtp = false }: SmtpOptions): Peer =>
  peerOf({
    protocol: lmtp ? 'lmtp' : 'smtp',
    ip: session.remoteAddress,
    helo: session.hostNameAppearsAs || '',
    tls: session.secure && session.tlsOptions ? session.tlsOptions.version : null,
  })

/** What the trusted server before this one has found, of each method the uppermost result; null where it wrote nothing. */
function authenticationIn(scan: HeaderScan, { hostname }: Pick<Config, 'hostname'>): Authentication | null {
  const ours = scan.authentication.flatMap((value) => {
    const read = readAuthenticationResults(value)
    return read && isSameAuthserv(read.authservId, hostname) ? [read.results] : []
  })
  if (ours.length === 0) return null
  const results: AuthenticationResult[] = []
  for (const one of ours) {
    const known = new Set(results.map(({ method }) => method))
    results.push(...one.filter(({ method }) => !known.has(method)))
  }
  return { by: 'upstream', results: results.slice(0, RESULTS_MAX) }
}

/** Whether the border has found that the sender is the one who is named. */
const isProven = ({ authentication }: Arrival): boolean =>
  authentication?.results.some(({ method, result }) => result === 'pass' && /^(?:spf|dmarc)$/.test(method)) ?? false

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
  readonly #forged: ForgedResultsFilter | null

  /** @param forged leaves out what no outside server may write; null where a trusted server has done so */
  constructor(trace: Buffer, forged: ForgedResultsFilter | null) {
    this.#forged = forged
    this.#kept = [trace]
    this.#bytes = trace.length
  }

  /**
   * Reads a message while it is short (`READ_IN_PLACE_MAX`). Answers null when that was all of it, else the whole
   * message, what was read included. Throws `TooLargeError`.
   */
  async takeShort(stream: SMTPServerDataStream, limit: number): Promise<AsyncIterable<Uint8Array> | null> {
    const content = this.#read(stream)
    while (this.#bytes <= READ_IN_PLACE_MAX) {
      const next = await content.next()
      if (next.done) return null
      if (this.#bytes > limit) {
        await content.return(undefined)
        throw new TooLargeError(limit)
      }
    }
    return joined([...this.#kept], content)
  }

  async *#read(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
    const started = performance.now()
    for await (const chunk of stream) {
      const bytes: Buffer = chunk
      const passed = this.#forged?.push(bytes) ?? bytes
      if (this.#bytes <= HEADER_SCAN_MAX) this.#kept.push(passed)
      this.#bytes += bytes.length
      const elapsed = performance.now() - started
      if (elapsed > SLOW_AFTER_MS && this.#bytes < (elapsed / 1_000) * SLOWEST_BYTES_PER_SECOND) {
        throw refusals.tooSlow()
      }
      yield passed
    }
    const left = this.#forged?.end()
    if (!left || left.length === 0) return
    if (this.#bytes <= HEADER_SCAN_MAX) this.#kept.push(left)
    yield left
  }

  /** The first bytes of the message itself. */
  beginning(after: number): Uint8Array {
    return Buffer.concat(this.#kept).subarray(after, after + HEADER_SCAN_MAX)
  }

  /** The whole message with its trace; only of a short one. */
  whole(): Uint8Array {
    return Buffer.concat(this.#kept)
  }
}

async function* joined(chunks: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
  yield* rest
}
