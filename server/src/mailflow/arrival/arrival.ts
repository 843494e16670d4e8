import type { SenderCheck } from '@yanshu/contracts'
import type { AuthenticationResult } from '../../mime/authenticationResults.ts'

/** The program that handed a mail in, as the connection shows it. Behind another mail server it is that server. */
export interface Peer {
  readonly protocol: 'smtp' | 'lmtp'
  readonly ip: string
  /** How it greeted (EHLO, LHLO), as it wrote it; nothing proves it. */
  readonly helo: string
  /** Version of TLS, such as TLSv1.3; null without. */
  readonly tls: string | null
}

/** Whether a mail is from whom it names, computed once as it comes in and kept with the message. */
export interface Authentication {
  /** `upstream`: a server before this one that the operator trusts, by `Authentication-Results` in our own name. */
  readonly by: 'upstream'
  readonly results: readonly AuthenticationResult[]
}

/** What is known of the coming in of a mail from outside. It stays with the message (`message.arrival`). */
export interface Arrival {
  readonly peer: Peer
  /** The sender of the envelope, '' for reports. Mail that came before this was kept has none. */
  readonly envelopeFrom?: string
  /** Null where nothing that is trusted has checked it. */
  readonly authentication: Authentication | null
}

/** Characters of a greeting that are kept. */
const HELO_MAX = 255

export const peerOf = (peer: Peer): Peer => ({ ...peer, helo: peer.helo.slice(0, HELO_MAX).toWellFormed() })

/** As `message.arrival` has it: null for what was written here, imported, or stored before this was kept. */
export const readArrival = (arrival: string | null): Arrival | null =>
  arrival === null ? null : (JSON.parse(arrival) as Arrival)

/**
 * What the check before this server has found of the domain that the From of a mail names (RFC 7489 §3.1): whether DMARC or
 * a signature of that domain confirms it. Null where nothing that is trusted has checked the mail.
 */
export function senderCheckOf(arrival: Arrival | null, fromAddress: string): SenderCheck | null {
  if (!arrival?.authentication) return null
  const { results } = arrival.authentication
  const dmarc = results.find(({ method }) => method === 'dmarc')?.result
  if (dmarc === 'pass') return 'confirmed'
  if (dmarc === 'fail') return 'failed'
  const isSigned = results.some(
    ({ method, result, properties }) =>
      method === 'dkim' &&
      result === 'pass' &&
      isAligned(domainOf(fromAddress), (properties['header.d'] ?? '').toLowerCase()),
  )
  return isSigned ? 'confirmed' : 'unconfirmed'
}

/**
 * Whether nothing confirms that a mail from outside is from the domain that its From names: the check before this server
 * has found neither DMARC nor a signature of that domain (RFC 7489 §3.1), and its envelope is of another domain, or the
 * check has found that DMARC fails. False for what was written here, imported, or came before envelopes were kept.
 */
export function isUnproven(arrival: Arrival | null, fromAddress: string): boolean {
  if (arrival?.envelopeFrom === undefined) return false
  const check = senderCheckOf(arrival, fromAddress)
  if (check === 'confirmed' || check === 'failed') return check === 'failed'
  return !isAligned(domainOf(fromAddress), domainOf(arrival.envelopeFrom))
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Whether one of two domains is the other, or below it. A domain of one label owns nothing. */
const isAligned = (one: string, other: string): boolean =>
  other.includes('.') &&
  (one === other || one.endsWith(`.${other}`) || (one.includes('.') && other.endsWith(`.${one}`)))
