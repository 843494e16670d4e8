import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import type { Context } from '../../store/context/context.ts'
import type { Deliverer } from '../delivery/deliverer.ts'
import type { Preparer } from '../delivery/preparer.ts'
import type { Bouncer } from '../outgoing/bouncer.ts'
import { StepUnansweredError } from '../steps/deliveryStep.ts'
import type { DeliverySteps } from '../steps/deliverySteps.ts'
import type { Envelope, EnvelopeSteps } from '../steps/envelopeStep.ts'
import { admitRecipient } from './admitRecipient.ts'
import { answerAtOnce } from './answerAtOnce.ts'
import { listenForMail, refusalOf } from './listenForMail.ts'
import { peerOfSession, receiveMessage } from './receiveMessage.ts'
import { refusals, type SmtpRefusal } from './refusal.ts'
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

/** As the log names what connects. */
const CLIENT = 'an SMTP client'
const RECIPIENTS_MAX_PER_MESSAGE = 1_000
/** Recipients that are looked up before other calls run: some milliseconds. */
const ADMITTED_PER_TURN = 25

/** Listens for mail (RFC 5321). A message is answered with 250 after it is on disk for its recipients, not before. */
export async function startSmtp(parts: SmtpParts, options: SmtpOptions): Promise<RunningSmtp> {
  const { context, envelope, steps } = parts
  const { config, log } = context

  /** What each recipient of an open session belongs to, as found at RCPT. */
  const admitted = new WeakMap<SMTPServerAddress, number | null>()

  const asRefusal = (error: unknown): SmtpRefusal => {
    if (!(error instanceof StepUnansweredError)) return refusalOf(context, error, CLIENT)
    log.warn({ err: error }, 'a message was not taken in for now; the sending server tries again')
    return refusals.busy()
  }

  const counted = (refusal: SmtpRefusal): SmtpRefusal => {
    countRefused(context, refusal.enhanced)
    return refusal
  }

  const admit = async (recipient: SMTPServerAddress, session: SMTPServerSession): Promise<number | null> => {
    const accountId = await admitRecipient(context, steps, recipient.address, declaredSize(session))
    const sender = session.envelope.mailFrom || null
    const facts = { address: recipient.address, accountId }
    const refusal = await envelope.recipient(envelopeOf(session, options, sender), facts)
    if (refusal) throw refusals.beforeData(refusal)
    return accountId
  }

  return listenForMail(context, {
    port: options.port,
    client: CLIENT,
    certificateEveryMs: options.certificateEveryMs,
    limits: {
      perAddress: options.maxClientsPerAddress ?? 100,
      // A limit that was set explicitly holds for all peers.
      exemptLoopback: options.maxClientsPerAddress === undefined,
    },
    options: {
      lmtp: options.lmtp ?? false,
      authOptional: true,
      disabledCommands: config.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      maxRecipients: RECIPIENTS_MAX_PER_MESSAGE,
      ...(options.maxClients === undefined ? {} : { maxClients: options.maxClients }),
      ...(options.idleTimeout === undefined ? {} : { socketTimeout: options.idleTimeout }),

      onSecure(socket, _session, callback) {
        callback(null)
        answerAtOnce(socket)
      },
      onMailFrom(sender, session, callback) {
        envelope.sender(envelopeOf(session, options, sender)).then(
          (refusal) => callback(refusal ? counted(refusals.beforeData(refusal)) : null),
          (error) => callback(counted(asRefusal(error))),
        )
      },
      onRcptTo(recipient, session, callback) {
        admit(recipient, session).then(
          (accountId) => {
            admitted.set(recipient, accountId)
            // Of a thousand recipients that are named at once, others are answered in between.
            if (session.envelope.rcptTo.length % ADMITTED_PER_TURN === ADMITTED_PER_TURN - 1)
              setImmediate(callback, null)
            else callback(null)
          },
          (error) => callback(counted(asRefusal(error))),
        )
      },
    },
    onOpened(session, server) {
      // The library hands its socket to no callback.
      for (const connection of server.connections) {
        if (connection.id === session.id) answerAtOnce(connection._socket)
      }
    },
    async receive(stream, session) {
      const recipients = session.envelope.rcptTo.map((recipient) => ({
        address: recipient.address,
        accountId: admitted.get(recipient) ?? null,
      }))
      const replies = await receiveMessage(parts, options, stream, session, recipients)
      countReplies(context, replies)
      return replies
    },
    asRefusal: (error) => counted(asRefusal(error)),
  })
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
