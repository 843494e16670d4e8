import { isIPv6 } from 'node:net'

export interface TraceFacts {
  /** Envelope sender, '' for the null sender. */
  readonly from: string
  /** Set when the message went to one recipient; several are kept from each other. */
  readonly onlyRecipient: string | null
  readonly helo: string
  readonly clientAddress: string
  readonly server: string
  /** ESMTP, ESMTPS, UTF8SMTP … (RFC 3848, RFC 6531 §4.3). */
  readonly protocol: string
  readonly id: string
  readonly at: number
}

/** The headers that a final delivery puts before a message: Return-Path and Received (RFC 5321 §4.4). */
export function traceHeaders(facts: TraceFacts): string {
  const literal = isIPv6(facts.clientAddress) ? `IPv6:${facts.clientAddress}` : facts.clientAddress
  const helo = clean(facts.helo) || 'unknown'
  const lines = [
    `Return-Path: <${clean(facts.from)}>`,
    `Received: from ${helo} ([${clean(literal)}])`,
    `\tby ${clean(facts.server)} with ${clean(facts.protocol)} id ${clean(facts.id)}`,
    ...(facts.onlyRecipient ? [`\tfor <${clean(facts.onlyRecipient)}>;`] : []),
  ]
  if (!facts.onlyRecipient) lines[lines.length - 1] += ';'
  lines.push(`\t${mailDate(facts.at, 0)}`)
  return `${lines.join('\r\n')}\r\n`
}

/** What a client said goes into a header only without what could end that header. */
const clean = (text: string) => text.replace(/[\p{Cc}\s<>();]+/gu, '').slice(0, 255)

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment as mail writes it (RFC 5322 §3.3), in a zone given in whole hours from GMT. */
export function mailDate(at: number, zoneHours: number): string {
  const local = new Date(at + zoneHours * 3_600_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
  return `${day} ${time} ${zoneHours < 0 ? '-' : '+'}${two(Math.abs(zoneHours))}00`
}
