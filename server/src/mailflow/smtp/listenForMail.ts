import type { AddressInfo } from 'node:net'
import {
  SMTPServer,
  type SMTPServerDataResult,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { wireSizeMax } from '../../platform/config/config.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { followCertificate, readCertificate } from '../../platform/tls/followCertificate.ts'
import type { Context } from '../../store/context/context.ts'
import { refusals, SmtpRefusal } from './refusal.ts'
import { type SessionLimits, watchSessions } from './sessionWatch.ts'

const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 5_000
const CLIENTS_MAX = 500
const OVERDUE_EVERY_MS = 10_000

/** What the server of a port does that others do not. */
export interface MailPort {
  readonly port: number
  /** Commands, and how many of what. */
  readonly options: Omit<SMTPServerOptions, 'onConnect' | 'onClose' | 'onData'>
  readonly limits: Omit<SessionLimits, 'now'>
  /** How often the files of the certificate are read, in milliseconds. */
  readonly certificateEveryMs?: number | undefined
  readonly onOpened?: (session: SMTPServerSession, server: SMTPServer) => void
  readonly onClosed?: (session: SMTPServerSession) => void
  /** Reads a message, and answers what the client is sent; by LMTP for each recipient. */
  readonly receive: (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ) => Promise<string | SMTPServerDataResult[]>
  /** The answer to what `receive` threw. */
  readonly asRefusal: (error: unknown) => SmtpRefusal
  /** As the log names what connects: `a mail program`. */
  readonly client: string
}

/**
 * Listens on a port for mail (RFC 5321), from servers or from the programs of people: certificates that are renewed, clients
 * that take too long or open too many connections, and a stop after which what was accepted is answered.
 */
export async function listenForMail(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { port, options, limits, certificateEveryMs, onOpened, onClosed, receive, asRefusal, client }: MailPort,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const certificate = await readCertificate(config.tls)
  const watch = watchSessions({ ...limits, now: () => performance.now() })
  const server = new SMTPServer({
    ...certificate,
    name: config.hostname,
    banner: 'Yanshu',
    size: wireSizeMax(config),
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false,
    // Offered only by servers that can keep its promise: this one makes no reports of success.
    hideDSN: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: CLIENTS_MAX,
    maxCommandLength: 4_096,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    ...options,

    onConnect(session, callback) {
      onOpened?.(session, server)
      callback(watch.opened(session.id, session.remoteAddress) ? null : refusals.tooManyConnections())
    },
    onClose(session) {
      onClosed?.(session)
      watch.closed(session.id)
    },
    onData(stream, session, callback) {
      receive(stream, session).then(
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
  const unfollow = followCertificate(config.tls, {
    ...{ certificate, log, everyMs: certificateEveryMs },
    use: (next) => server.updateSecureContext({ ...next }),
  })
  // Clients that disconnect in the middle are normal for SMTP.
  server.on('error', (error) => log.info({ err: error.message }, `a connection of ${client} failed`))
  const lingering = setInterval(() => {
    const overdue = watch.overdue()
    for (const connection of server.connections) {
      if (overdue.has(connection.id)) connection.send(421, '4.4.2 this session took too long', false)
    }
  }, OVERDUE_EVERY_MS)
  lingering.unref()

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, config.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address() as AddressInfo | null
  return {
    port: address?.port ?? port,
    stop: async () => {
      clearInterval(lingering)
      unfollow()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * The answer to an error that is not thrown as one: what a client broke off is normal, everything else is logged as an error.
 * @param client as in `MailPort`
 */
export function refusalOf({ log }: Pick<Context, 'log'>, error: unknown, client: string): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (systemCode(error) === 'ECONNECTION') log.info({}, `${client} broke off in the middle of a message`)
  else log.error({ err: error }, `a message of ${client} could not be taken in`)
  return refusals.failed()
}
