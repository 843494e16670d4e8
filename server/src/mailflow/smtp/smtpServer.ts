import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import { wireSizeMax } from '../../platform/config/config.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { followCertificate, readCertificate } from '../../platform/tls/followCertificate.ts'
import type { Context } from '../../store/context/context.ts'
import type { Deliverer } from '../delivery/deliverer.ts'
import type { Preparer } from '../delivery/preparer.ts'
import type { Bouncer } from '../outgoing/bouncer.ts'
import { StepUnansweredError } from '../steps/deliveryStep.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import type { Envelope, EnvelopeSteps } from '../steps/envelopeStep.ts'
import { admitRecipient } from './admitRecipient.ts'
import { answerAtOnce } from './answerAtOnce.ts'
import { peerOfSession, receiveMessage } from './receiveMessage.ts'
import { refusals, SmtpRefusal } from './refusal.ts'
import { watchSessions } from './sessionWatch.ts'
import { countRefused, countTaken } from './smtpFigures.ts'

export interface SmtpParts {
  readonly context: Context
  readonly preparer: Preparer
  readonly envelope: EnvelopeSteps
  readonly steps: DeliverySteps
  readonly deliverer: Deliverer
  readonly bouncer: Bouncer
}

export interface SmtpOptions {
  readonly port: number
  /** LMTP (RFC 2033) answers for each recipient, and is for a mail server on the same machine that passes mail on. */
  readonly lmtp?: boolean
  /** Whether `X-Spam-Flag: YES` moves a mail to the spam folder. Only right when a filter stands before this server. */
  readonly trustSpamFlag?: boolean
  /**
   * Whether `Authentication-Results` in the name of this server count. Only right when a server stands before this one
   * that writes them and removes those that others have forged; else this one removes them.
   */
  readonly trustAuthentication?: boolean
  /** How long a client may send nothing, in milliseconds. */
  readonly idleTimeout?: number
  /** Connections in all, and from one address. */
  readonly maxClients?: number
  readonly maxClientsPerAddress?: number
  /** How often the files of the certificate are read, in milliseconds. */
  readonly certificateEveryMs?: number
}

export interface RunningSmtp {
  readonly port: number
  /** Accepts no more mail; what was accepted is answered first. */
  stop(): Promise<void>
}

const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 5_000
const RECIPIENTS_MAX_PER_MESSAGE = 1_000
/** Recipients that are looked up before other calls run: some milliseconds. */
const ADMITTED_PER_TURN = 25

/** Listens for mail (RFC 5321). A message is answered with 250 after it is on disk for its recipients, not before. */
export async function startSmtp(parts: SmtpParts, options: SmtpOptions): Promise<RunningSmtp> {
  const { context, envelope, steps } = parts
  const { config, log } = context
  const certificate = await readCertificate(config.tls)
  const hidden = config.tls ? ['AUTH'] : ['AUTH', 'STARTTLS']
  const watch = watchSessions({
    perAddress: options.maxClientsPerAddress ?? 100,
    // A limit that was set explicitly holds for all peers.
    exemptLoopback: options.maxClientsPerAddress === undefined,
    now: () => performance.now(),
  })

  /** What each recipient of an open session belongs to, as found at RCPT. */
  const admitted = new WeakMap<SMTPServerAddress, number | null>()

  const server = new SMTPServer({
    ...certificate,
    name: config.hostname,
    banner: 'Yanshu',
    size: wireSizeMax(config),
    rejectOversized: true,
    lmtp: options.lmtp ?? false,
    authOptional: true,
    disabledCommands: hidden,
    hideENHANCEDSTATUSCODES: false,
    // Offered only by servers that can keep its promise: this one makes no reports of success.
    hideDSN: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: options.maxClients ?? 500,
    maxRecipients: RECIPIENTS_MAX_PER_MESSAGE,
    maxCommandLength: 4_096,
    socketTimeout: options.idleTimeout ?? IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,

    onConnect(session, callback) {
      // The library hands its socket to no callback.
      for (const connection of server.connections) {
        if (connection.id === session.id) answerAtOnce(connection._socket)
      }
      callback(watch.opened(session.id, session.remoteAddress) ? null : refusals.tooManyConnections())
    },
    onSecure(socket, _session, callback) {
      callback(null)
      answerAtOnce(socket)
    },
    onClose(session) {
      watch.closed(session.id)
    },
    onMailFrom(sender, session, callback) {
      envelope.sender(envelopeOf(session, options, sender)).then(
        (refusal) => callback(refusal ? counted(refusals.beforeData(refusal)) : null),
        (error) => callback(counted(asRefusal(error))),
      )
    },
    onRcptTo(recipient, session, callback) {
      const declared = declaredSize(session)
      const admit = async () => {
        const accountId = await admitRecipient(context, steps, recipient.address, declared)
        const sender = session.envelope.mailFrom || null
        const facts = { address: recipient.address, accountId }
        const refusal = await envelope.recipient(envelopeOf(session, options, sender), facts)
        if (refusal) throw refusals.beforeData(refusal)
        return accountId
      }
      admit().then(
        (accountId) => {
          admitted.set(recipient, accountId)
          // Of a thousand recipients that are named at once, others are answered in between.
          if (session.envelope.rcptTo.length % ADMITTED_PER_TURN === ADMITTED_PER_TURN - 1) setImmediate(callback, null)
          else callback(null)
        },
        (error) => callback(counted(asRefusal(error))),
      )
    },
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map((recipient) => ({
        address: recipient.address,
        accountId: admitted.get(recipient) ?? null,
      }))
      receiveMessage(parts, options, stream, session, recipients).then(
        (replies) => {
          watch.progressed(session.id)
          countReplies(context, replies)
          callback(null, replies)
        },
        (error) => {
          watch.progressed(session.id)
          callback(counted(asRefusal(error)))
        },
      )
    },
  })

  const asRefusal = (error: unknown): SmtpRefusal => {
    if (error instanceof SmtpRefusal) return error
    if (error instanceof StepUnansweredError) {
      log.warn({ err: error }, 'a message was not taken in for now; the sending server tries again')
      return refusals.busy()
    }
    if (systemCode(error) === 'ECONNECTION') log.info({}, 'a client broke off in the middle of a message')
    else log.error({ err: error }, 'a message could not be taken in')
    return refusals.failed()
  }

  const counted = (refusal: SmtpRefusal): SmtpRefusal => {
    countRefused(context, refusal.enhanced)
    return refusal
  }

  const unfollow = followCertificate(config.tls, {
    ...{ certificate, log, everyMs: options.certificateEveryMs },
    use: (next) => server.updateSecureContext({ ...next }),
  })
  // Clients that disconnect in the middle are normal for SMTP.
  server.on('error', (error) => log.info({ err: error.message }, 'an SMTP connection failed'))
  const lingering = setInterval(() => {
    const overdue = watch.overdue()
    for (const connection of server.connections) {
      if (overdue.has(connection.id)) connection.send(421, '4.4.2 this session took too long', false)
    }
  }, 10_000)
  lingering.unref()

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, config.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address() as AddressInfo | null
  return {
    port: address?.port ?? options.port,
    stop: async () => {
      clearInterval(lingering)
      unfollow()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Counts a message; by LMTP each recipient has an answer, and one who took it makes it taken. */
function countReplies(context: SmtpParts['context'], replies: string | readonly (string | SmtpRefusal)[]): void {
  const answers = typeof replies === 'string' ? [replies] : replies
  if (answers.some((answer) => typeof answer === 'string')) countTaken(context)
  for (const answer of answers) if (typeof answer !== 'string') countRefused(context, answer.enhanced)
}

/** The size that the client declared at MAIL (RFC 1870), 0 when it did not. */
const declaredSize = ({ envelope }: SMTPServerSession): number => sizeIn(envelope.mailFrom || null)

function sizeIn(sender: SMTPServerAddress | null): number {
  const parameters = sender?.args
  return parameters ? Number(parameters.SIZE) || 0 : 0
}

/** What the steps of the envelope see; at MAIL the session does not have its sender yet. */
const envelopeOf = (session: SMTPServerSession, options: SmtpOptions, sender: SMTPServerAddress | null): Envelope => ({
  peer: peerOfSession(session, options),
  sender: sender?.address ?? '',
  declaredSize: sizeIn(sender),
})
