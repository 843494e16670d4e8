import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'
import { withoutPassword } from '../../platform/config/values.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'

export interface RelayedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: Readable
}

export type RelayResult =
  | { readonly state: 'relayed'; readonly reply: string }
  /** Whether another attempt makes sense. */
  | { readonly state: 'later'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string }

/** The server that takes mail for other domains. */
export interface Relay {
  /** Hands one message to the relay; answers for each address, and never throws. */
  send(mail: RelayedMail): Promise<ReadonlyMap<string, RelayResult>>
  close(): void
}

const CONNECT_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 5 * 60_000

const ASK_WITHIN_MS = 10_000

/** Connects to the relay and logs in, sending nothing. Throws an `OperatorError` when it does not answer or refuses. */
export async function askRelay(url: string, config: Pick<Config, 'hostname'>): Promise<void> {
  const transport = createTransport({
    url,
    name: config.hostname,
    connectionTimeout: ASK_WITHIN_MS,
    greetingTimeout: ASK_WITHIN_MS,
    socketTimeout: ASK_WITHIN_MS,
  })
  try {
    await transport.verify()
  } catch (error) {
    const { response, message } = fields(error)
    throw new OperatorError(
      `The relay ${withoutPassword(url)} takes no mail (${response || message}). Correct YANSHU_RELAY or YANSHU_ROUTES, or see to the relay`,
    )
  } finally {
    transport.close()
  }
}

/** Connects to `smtp[s]://user:password@host:port`; options of the transport may follow as a query. */
export function createRelay(url: string, config: Pick<Config, 'hostname'>): Relay {
  // One connection for each message: a pool would send a broken stream again by itself.
  const transport = createTransport({
    url,
    name: config.hostname,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  return {
    async send({ from, to, raw }) {
      try {
        const info = await transport.sendMail({ envelope: { from, to: [...to] }, raw })
        return resultsOf(to, failuresOf(info), null, fields(info).response)
      } catch (error) {
        return resultsOf(to, failuresOf(error), error, '')
      } finally {
        raw.destroy()
      }
    },
    close: () => transport.close(),
  }
}

interface Failure {
  readonly code: number
  readonly reason: string
}

function resultsOf(to: readonly string[], failures: ReadonlyMap<string, Failure>, error: unknown, reply: string) {
  const whole = error === null ? null : wholeFailure(error)
  return new Map(
    to.map((address): [string, RelayResult] => {
      const failure = failures.get(address.toLowerCase()) ?? whole
      if (!failure) return [address, { state: 'relayed', reply }]
      const refused = failure.code >= 500 && failure.code < 600
      return [address, { state: refused ? 'refused' : 'later', reason: failure.reason }]
    }),
  )
}

/** A failure of the whole exchange is final only when the server refused this very mail. */
function wholeFailure(error: unknown): Failure {
  const { code, responseCode, response, message } = fields(error)
  const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { code: aboutTheMail ? responseCode : 0, reason: response || message || 'the relay did not answer' }
}

/** The server's answers to single recipients. */
function failuresOf(source: unknown): Map<string, Failure> {
  const failures = new Map<string, Failure>()
  const list: unknown =
    typeof source === 'object' && source !== null && 'rejectedErrors' in source ? source.rejectedErrors : null
  if (!Array.isArray(list)) return failures
  for (const one of list) {
    const { recipient, responseCode, response, message } = fields(one)
    if (recipient) failures.set(recipient.toLowerCase(), { code: responseCode, reason: response || message })
  }
  return failures
}

function fields(error: unknown) {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const text = (name: string) => {
    const value = read(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    code: text('code'),
    responseCode: Number(read('responseCode')) || 0,
    response: text('response'),
    message: text('message'),
    recipient: text('recipient'),
  }
}
