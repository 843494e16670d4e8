import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Config } from '../../../platform/config/config.ts'
import { certificateProblem } from '../server/certificate.ts'
import {
  MigrationCertificateError,
  MigrationLoginError,
  MigrationNotAllowedError,
  MigrationThrottledError,
  MigrationUnreachableError,
} from '../server/errors.ts'
import { authorities, type ServerLogin } from '../server/openServer.ts'
import { addressOf } from '../server/serverAddress.ts'

const TIME_MAX_MS = 60_000
const REDIRECTS_MAX = 5
const CONNECTIONS = 4
/** Servers of DAV over TLS; others only where the operator has named the host. */
const PORTS: readonly number[] = [443, 8443]

export interface DavAnswer {
  readonly status: number
  /** Where it was in the end. */
  readonly url: URL
  readonly body: Buffer
}

export interface DavAsking {
  readonly method: 'PROPFIND' | 'GET'
  readonly depth?: '0' | '1'
  readonly body?: string
  /** Bytes of the answer at most. */
  readonly sizeMax: number
}

/** An answer is larger than what was asked for may be. */
export class DavTooLargeError extends Error {
  override readonly name = 'DavTooLargeError'
}

/**
 * Asks a server of calendars and contacts, over TLS alone, by the address that was judged. The password goes only to hosts of
 * the domains that it is for, and only after such a host has asked for it.
 */
export class DavClient {
  readonly #config: Config
  readonly #login: ServerLogin
  readonly #domains: readonly string[]
  readonly #signal: AbortSignal
  readonly #agent: Agent
  readonly #addresses = new Map<string, string>()
  readonly #challenged = new Set<string>()

  /** `domains`: hosts that may get the password, with all below them. */
  constructor(config: Config, login: ServerLogin, domains: readonly string[], signal: AbortSignal) {
    this.#config = config
    this.#login = login
    this.#domains = domains
    this.#signal = signal
    this.#agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Throws what can be wrong with the other server, as `openServer` does, and `DavTooLargeError`. */
  async ask(address: URL, asking: DavAsking): Promise<DavAnswer> {
    let url = address
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const answer = await this.#askOnce(url, asking)
      const { statusCode: status = 0, headers } = answer
      if (status === 401 && !this.#challenged.has(url.origin) && this.#mayHavePassword(url)) {
        answer.destroy()
        this.#challenged.add(url.origin)
        continue
      }
      if (status >= 300 && status < 400 && headers.location && URL.canParse(headers.location, url)) {
        answer.destroy()
        url = new URL(headers.location, url)
        continue
      }
      const body = await read(answer, asking.sizeMax)
      if (status === 401) throw new MigrationLoginError('')
      if (status === 429 || status === 503) throw new MigrationThrottledError(`HTTP ${status}`)
      return { status, url, body }
    }
    throw new MigrationUnreachableError(new Error('too many redirects'))
  }

  #mayHavePassword({ hostname }: URL): boolean {
    return this.#domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  }

  async #addressOf(url: URL): Promise<string> {
    if (url.protocol !== 'https:' || url.username !== '') throw new MigrationNotAllowedError()
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const known = this.#addresses.get(url.host)
    if (known !== undefined) return known
    const address = await addressOf(this.#config, { host, port: Number(url.port) || 443 }, PORTS)
    this.#addresses.set(url.host, address)
    return address
  }

  async #askOnce(url: URL, { method, depth, body }: DavAsking): Promise<IncomingMessage> {
    const address = await this.#addressOf(url)
    const { user, password, login, certificate } = this.#login
    const words =
      login !== 'password' ? `Bearer ${password}` : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIME_MAX_MS)])
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method,
        signal,
        agent: this.#agent,
        // The name was resolved and judged, and is not resolved again.
        lookup: (_name, options, callback) => {
          const family = isIP(address)
          if (options.all) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
          ...(depth === undefined ? {} : { depth }),
          ...(this.#challenged.has(url.origin) && this.#mayHavePassword(url) ? { authorization: words } : {}),
          'user-agent': 'Yanshu',
        },
        ...(certificate === ''
          ? {}
          : { ...authorities(certificate), checkServerIdentity: identityOf(Buffer.from(certificate, 'base64')) }),
      })
      sent.once('response', resolve)
      sent.once('error', (error: Error & { code?: string }) => {
        if (this.#signal.aborted) reject(this.#signal.reason)
        else if (certificateProblem(error.code)) reject(new MigrationCertificateError())
        else reject(new MigrationUnreachableError(error))
      })
      sent.end(body)
    })
  }
}

/** The accepted certificate fits any name; one of a known authority has to be of the host that was asked. */
const identityOf = (accepted: Buffer) => (host: string, peer: PeerCertificate) =>
  peer.raw?.equals(accepted) ? undefined : checkServerIdentity(host, peer)

async function read(answer: IncomingMessage, sizeMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > sizeMax) throw new DavTooLargeError()
      chunks.push(bytes)
    }
  } catch (error) {
    answer.destroy()
    if (error instanceof DavTooLargeError) throw error
    throw new MigrationUnreachableError(error)
  }
  return Buffer.concat(chunks)
}
