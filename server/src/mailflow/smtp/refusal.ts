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
  /** The decision of a delivery step; a client without SMTPUTF8 gets the parts that are ASCII (RFC 6531 §3.7.4). */
  refusedByStep: (address: string, status: string, reason: string, utf8 = false) =>
    new SmtpRefusal(550, status, `<${address}>: ${utf8 ? oneLine(reason) : asciiOf(reason)}`),
  /** The decision of a step before the content is sent. */
  beforeData: ({ status, reason }: { readonly status: string; readonly reason: string }) =>
    new SmtpRefusal(status.startsWith('4') ? 450 : 550, status, asciiOf(reason)),
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

/** Characters of a reason in an answer; with the address and the status it stays within one line (RFC 5321 §4.5.3.1.5). */
const REASON_MAX = 300
/** What parts the reason of a recipient from that of the step, and the languages of one. */
const PARTED_AT = / [/·] /
const ASCII = /^[\x20-\x7e]+$/

const oneLine = (reason: string): string =>
  reason
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)
    .toWellFormed()

/** The parts of a reason that are wholly ASCII: digits and addresses out of a Chinese sentence would mean nothing. */
const asciiOf = (reason: string): string => {
  const parts = oneLine(reason).split(PARTED_AT)
  return parts.filter((part) => ASCII.test(part) && /[a-z]/i.test(part)).join(' / ') || 'the mail is refused'
}

/** Whether an answer in ASCII leaves out a part of a reason that stands in no other part of it in translation. */
export const losesReason = (reason: string): boolean =>
  reason.includes(' · ') && !ASCII.test(oneLine(reason.split(' · ', 1)[0] ?? ''))
