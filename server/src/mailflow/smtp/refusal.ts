/**
 * An answer of SMTP other than yes. `smtp-server` sends `responseCode` as it is and adds an enhanced status of its own
 * only to codes it knows; with the enhanced status inside (RFC 3463), ours is the one that is sent.
 */
export class SmtpRefusal extends Error {
  readonly responseCode: string | number
  /** As RFC 3463 has it, for reports. */
  readonly enhanced: string
  constructor(code: number, enhanced: string, message: string) {
    // With the bare number the server also closes the connection, which 421 promises.
    super(code === 421 ? `${enhanced} ${message}` : message)
    this.name = 'SmtpRefusal'
    this.responseCode = code === 421 ? code : `${code} ${enhanced}`
    this.enhanced = enhanced
  }
}

export const refusals = {
  unknownUser: (address: string) => new SmtpRefusal(550, '5.1.1', `<${address}>: no such user here`),
  disabledUser: (address: string) => new SmtpRefusal(550, '5.2.1', `<${address}>: this mailbox does not take mail`),
  relaying: (address: string) => new SmtpRefusal(550, '5.7.1', `<${address}>: relaying is not allowed`),
  mailboxFull: (address: string) => new SmtpRefusal(452, '4.2.2', `<${address}>: the mailbox is full, try again later`),
  mailboxTooSmall: (address: string) =>
    new SmtpRefusal(552, '5.2.2', `<${address}>: the message is larger than the whole mailbox`),
  /** The decision of a delivery step; SMTP without its extension carries ASCII alone. */
  refusedByStep: (address: string, status: string, reason: string) =>
    new SmtpRefusal(550, status, `<${address}>: ${asciiOf(reason) || 'the mail is refused'}`),
  /** The decision of a step before the content is sent. */
  beforeData: ({ status, reason }: { readonly status: string; readonly reason: string }) =>
    new SmtpRefusal(status.startsWith('4') ? 450 : 550, status, asciiOf(reason) || 'the mail is refused'),
  noRelay: (address: string) => new SmtpRefusal(550, '5.4.4', `<${address}>: mail cannot be passed on from here`),
  unresolved: (address: string) =>
    new SmtpRefusal(451, '4.3.0', `<${address}>: nobody could be found behind this address, try again later`),
  tooLarge: (limit: number) => new SmtpRefusal(552, '5.3.4', `the message is larger than ${limit} bytes`),
  loop: () => new SmtpRefusal(554, '5.4.6', 'the message has passed too many servers: routing loop'),
  storageFull: () => new SmtpRefusal(452, '4.3.1', 'this server has no space left, try again later'),
  tooManyConnections: () => new SmtpRefusal(421, '4.7.0', 'too many connections from your address'),
  tooSlow: () => new SmtpRefusal(421, '4.4.2', 'the message came too slowly'),
  busy: () => new SmtpRefusal(451, '4.4.5', 'this server is too busy, try again later'),
  failed: () => new SmtpRefusal(451, '4.3.0', 'this server failed to store the message, try again later'),
} as const

/** The part of a sentence in two languages that an answer of SMTP may hold. */
const asciiOf = (reason: string): string =>
  reason
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/^[\s/,.]+|\s+$/g, '')
    .slice(0, 300)
