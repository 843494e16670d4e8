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
  /** Null where nothing that is trusted has checked it. */
  readonly authentication: Authentication | null
}

/** Characters of a greeting that are kept. */
const HELO_MAX = 255

export const peerOf = (peer: Peer): Peer => ({ ...peer, helo: peer.helo.slice(0, HELO_MAX).toWellFormed() })

/** As `message.arrival` has it: null for what was written here, imported, or stored before this was kept. */
export const readArrival = (arrival: string | null): Arrival | null =>
  arrival === null ? null : (JSON.parse(arrival) as Arrival)
