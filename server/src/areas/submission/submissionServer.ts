import type { AddressInfo } from 'node:net'
import { type ClientServer, RECIPIENTS_MAX } from '@yanshu/contracts'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { refusals, SmtpRefusal } from '../../mailflow/smtp/refusal.ts'
import { watchSessions } from '../../mailflow/smtp/sessionWatch.ts'
import type { CodeActor } from '../../platform/actor/actor.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { followCertificate, readCertificate } from '../../platform/tls/followCertificate.ts'
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

const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 5_000
const CLIENTS_MAX = 500
const CLIENTS_PER_ADDRESS = 50
const OVERDUE_EVERY_MS = 10_000

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
  const { config, log } = context
  const parts = { context, ...mailTransportOf(context) }
  const certificate = await readCertificate(config.tls)
  const watch = watchSessions({ perAddress: CLIENTS_PER_ADDRESS, now: () => performance.now() })
  /** Who has logged in, by session. */
  const clients = new Map<string, CodeActor>()
  const clientOf = (session: SMTPServerSession): CodeActor => {
    const client = clients.get(session.id)
    if (!client) throw submissionRefusals.noLongerLetIn()
    return client
  }
  const asRefusal = (error: unknown): SmtpRefusal => {
    if (error instanceof SmtpRefusal) return error
    if (systemCode(error) === 'ECONNECTION') log.info({}, 'a mail program broke off in the middle of a message')
    else log.error({ err: error }, 'a message of a mail program could not be taken in')
    return refusals.failed()
  }

  const server = new SMTPServer({
    ...certificate,
    secure: security === 'tls',
    name: config.hostname,
    banner: 'Yanshu',
    authMethods: ['PLAIN', 'LOGIN'],
    size: wireSizeMax(config),
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: CLIENTS_MAX,
    maxRecipients: RECIPIENTS_MAX,
    maxCommandLength: 4_096,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,

    onConnect(session, callback) {
      callback(watch.opened(session.id, session.remoteAddress) ? null : refusals.tooManyConnections())
    },
    onClose(session) {
      clients.delete(session.id)
      watch.closed(session.id)
    },
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
    onData(stream, session, callback) {
      receiveSubmission(parts, clientOf(session), stream, session).then(
        (answer) => {
          watch.progressed(session.id)
          callback(null, answer)
        },
        (error) => {
          watch.progressed(session.id)
          callback(asRefusal(error))
        },
      )
    },
  })
  server.on('error', (error) => log.info({ err: error.message }, 'a connection of a mail program failed'))
  const lingering = setInterval(() => {
    const overdue = watch.overdue()
    for (const connection of server.connections) {
      if (overdue.has(connection.id)) connection.send(421, '4.4.2 this session took too long', false)
    }
  }, OVERDUE_EVERY_MS)
  lingering.unref()
  const unfollow = followCertificate(config.tls, {
    ...{ certificate, log, everyMs: options.certificateEveryMs },
    use: (next) => server.updateSecureContext({ ...next }),
  })
  const stop = async () => {
    clearInterval(lingering)
    unfollow()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, config.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address() as AddressInfo | null
  return { server: { host: config.hostname, port: address?.port ?? port, security }, stop }
}

/** The envelope names its sender: an own address, or none (a receipt). Throws a `SmtpRefusal`. */
async function admitSender(context: Context, client: CodeActor, address: string): Promise<void> {
  if (!(await stillMay(context, client.codeId, 'smtp'))) throw submissionRefusals.noLongerLetIn()
  if (address === '') return
  const own = await sendersOf(context.store.db, client.accountId)
  if (!own.some((one) => one.address === address.toLowerCase())) throw submissionRefusals.notYourAddress(address)
}
