import { isIP } from 'node:net'
import { type PeerCertificate, rootCertificates } from 'node:tls'
import { ImapFlow } from 'imapflow'
import type { Config } from '../../../platform/config/config.ts'
import { wireSizeMax } from '../../../platform/config/config.ts'
import { certificateProblem } from './certificate.ts'
import {
  MigrationCertificateError,
  MigrationLoginError,
  MigrationThrottledError,
  MigrationUnreachableError,
} from './errors.ts'
import { addressOf } from './serverAddress.ts'

export interface ServerLogin {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls'
  readonly user: string
  /** `token`, `refresh`: the password is an access token of OAuth 2.0, or a refresh token, which `withAccess` makes one of. */
  readonly login: 'password' | 'token' | 'refresh'
  readonly password: string
  /** A certificate that the person has accepted (DER as base64); '' for the known authorities. */
  readonly certificate: string
}

const CONNECT_MS = 20_000
/** Without a byte for so long, the connection counts as dead. */
const SILENT_MS = 120_000
const WORDS_MAX = 200

/**
 * Logs in to an IMAP server over TLS, read-only by what is asked of it later. Throws `MigrationNotAllowedError`,
 * `MigrationUnreachableError`, `MigrationCertificateError`, `MigrationLoginError`, `MigrationThrottledError`.
 */
export async function openServer(config: Config, login: ServerLogin): Promise<ImapFlow> {
  const address = await addressOf(config, login)
  const literalMax = wireSizeMax(config) + 1_048_576
  const client = new ImapFlow({
    host: address,
    port: login.port,
    secure: login.security === 'tls',
    // The password never crosses a connection without TLS.
    ...(login.security === 'starttls' ? { doSTARTTLS: true } : {}),
    ...(isIP(login.host) === 0 ? { servername: login.host } : {}),
    // XOAUTH2 or OAUTHBEARER, as the server offers.
    auth:
      login.login !== 'password'
        ? { user: login.user, accessToken: login.password }
        : { user: login.user, pass: login.password },
    tls: tlsOf(login),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    maxLiteralSize: literalMax,
    maxResponseSize: literalMax + 1_048_576,
    maxLineLength: 16 * 1_048_576,
  })
  // A connection that breaks rejects what waits for it; without a listener it would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.close()
    const hasTokens = ['OAUTHBEARER', 'XOAUTH2', 'XOAUTH'].some((name) => client.capabilities.has(`AUTH=${name}`))
    if (login.login !== 'password' && client.capabilities.size > 0 && !hasTokens) {
      throw new MigrationLoginError('AUTH=OAUTHBEARER, AUTH=XOAUTH2')
    }
    throw failureOf(error)
  }
  return client
}

/** A mail that is appended is a command and its text: with a delay each would wait for an acknowledgement of the other server. */
const tlsOf = ({ host, certificate }: ServerLogin) => ({
  noDelay: true,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(certificate === '' ? {} : acceptOnly(certificate)),
})

/** What a connection trusts: the known authorities, and one certificate (DER as base64) besides. */
export function authorities(certificate: string) {
  const lines =
    Buffer.from(certificate, 'base64')
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    ca: [`-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`, ...rootCertificates],
    // The certificate of a server need not be that of an authority to be the end of its own chain.
    allowPartialTrustChain: true,
  }
}

/** Trusts one certificate and nothing else, whatever name it has. */
function acceptOnly(certificate: string) {
  const der = Buffer.from(certificate, 'base64')
  return {
    ...authorities(certificate),
    checkServerIdentity: (_name: string, peer: PeerCertificate) =>
      peer.raw?.equals(der) ? undefined : new MigrationCertificateError(),
  }
}

/** What a failure of the library or of the other server means. */
export function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new MigrationUnreachableError(error)
  if (error instanceof MigrationCertificateError) return error
  const { code, authenticationFailed, serverResponseCode, responseText, response } = error as Error & {
    code?: string
    authenticationFailed?: boolean
    serverResponseCode?: string
    responseText?: string
    response?: unknown
  }
  if (certificateProblem(code)) return new MigrationCertificateError()
  const words = (responseText ?? (typeof response === 'string' ? response : '')).replace(/\p{Cc}/gu, ' ')
  if (code === 'ETHROTTLE' || /^(?:LIMIT|UNAVAILABLE|INUSE|OVERQUOTA)$/i.test(serverResponseCode ?? '')) {
    return new MigrationThrottledError(words.slice(0, WORDS_MAX))
  }
  if (authenticationFailed) return new MigrationLoginError(words.slice(0, WORDS_MAX))
  return new MigrationUnreachableError(error)
}
