import { type ClientServer, RECIPIENTS_MAX } from '@yanshu/contracts'
import type { SMTPServerSession } from 'smtp-server'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { listenForMail, refusalOf } from '../../mailflow/smtp/listenForMail.ts'
import type { CodeActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { refusedRecipients, sendersOf } from '../compose/index.ts'
import { announceServers, stillMay } from '../security/index.ts'
import { receiveSubmission } from './receiveSubmission.ts'
import { logIn } from './submissionLogin.ts'
import { submissionRefusals } from './submissionRefusals.ts'

export interface RunningSubmission {
  /** The ports in use; null for one that was not asked for. */
  readonly submissionPort: number | null
  readonly submissionsPort: number | null
  /** Accepts no more mail; what was accepted is answered first. */
  stop(): Promise<void>
}

/** As the log names what connects. */
const CLIENT = 'a mail program'
const CLIENTS_PER_ADDRESS = 50

interface SubmissionOptions {
  /** How often the files of the certificate are read, in milliseconds. */
  readonly certificateEveryMs?: number
}

/**
 * Listens for what mail programs send for people (RFC 6409): with STARTTLS, and encrypted from the first byte (RFC 8314).
 * Every program needs encryption and an authorization code. The settings page names the servers while they answer.
 */
export async function startSubmission(context: Context, options: SubmissionOptions = {}): Promise<RunningSubmission> {
  const { config } = context
  const wanted = [
    { security: 'tls', port: config.submissionsPort },
    { security: 'starttls', port: config.submissionPort },
  ] as const
  const started: { server: ClientServer; stop(): Promise<void> }[] = []
  const stop = async () => {
    announceServers(context, 'smtp', [])
    await Promise.all(started.splice(0).map((one) => one.stop()))
  }
  try {
    for (const { security, port } of wanted)
      if (port !== null) started.push(await listen(context, security, port, options))
  } catch (error) {
    await stop()
    throw error
  }
  const servers = started.map(({ server }) => server)
  announceServers(context, 'smtp', servers)
  const portOf = (security: ClientServer['security']) => servers.find((one) => one.security === security)?.port ?? null
  return { submissionPort: portOf('starttls'), submissionsPort: portOf('tls'), stop }
}

async function listen(context: Context, security: ClientServer['security'], port: number, options: SubmissionOptions) {
  const parts = { context, ...mailTransportOf(context) }
  /** Who has logged in, by session. */
  const clients = new Map<string, CodeActor>()
  const clientOf = (session: SMTPServerSession): CodeActor => {
    const client = clients.get(session.id)
    if (!client) throw submissionRefusals.noLongerLetIn()
    return client
  }
  const asRefusal = (error: unknown) => refusalOf(context, error, CLIENT)

  const listening = await listenForMail(context, {
    port,
    client: CLIENT,
    certificateEveryMs: options.certificateEveryMs,
    limits: { perAddress: CLIENTS_PER_ADDRESS },
    options: {
      secure: security === 'tls',
      authMethods: ['PLAIN', 'LOGIN'],
      maxRecipients: RECIPIENTS_MAX,

      onAuth({ username, password }, session, callback) {
        logIn(context, { username: username ?? '', password: password ?? '' }, session.remoteAddress).then(
          (client) => {
            clients.set(session.id, client)
            callback(null, { user: client.address })
          },
          (error) => callback(asRefusal(error)),
        )
      },
      onMailFrom({ address }, session, callback) {
        admitSender(context, clientOf(session), address).then(
          () => callback(null),
          (error) => callback(asRefusal(error)),
        )
      },
      onRcptTo({ address }, session, callback) {
        refusedRecipients(parts, clientOf(session).accountId, [address]).then(
          ([refused]) => callback(refused ? submissionRefusals.recipient(address, refused.why.en) : null),
          (error) => callback(asRefusal(error)),
        )
      },
    },
    onClosed: (session) => clients.delete(session.id),
    receive: async (stream, session) => receiveSubmission(parts, clientOf(session), stream, session),
    asRefusal,
  })
  return { server: { host: context.config.hostname, port: listening.port, security }, stop: listening.stop }
}

/** The envelope names its sender: an own address, or none (a receipt). Throws a `SmtpRefusal`. */
async function admitSender(context: Context, client: CodeActor, address: string): Promise<void> {
  if (!(await stillMay(context, client.codeId, 'smtp'))) throw submissionRefusals.noLongerLetIn()
  if (address === '') return
  const own = await sendersOf(context.store.db, client.accountId)
  if (!own.some((one) => one.address === address.toLowerCase())) throw submissionRefusals.notYourAddress(address)
}
