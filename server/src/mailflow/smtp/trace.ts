import { isIPv6 } from 'node:net'
import { mailDate } from '../../mime/mailDate.ts'

export interface TraceFacts {
  /** Envelope sender, '' for the null sender. */
  readonly from: string
  /** Set when the message went to one recipient; several must not learn of each other. */
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

/** Text of a client is written into a header only without characters that could end that header. */
const clean = (text: string) => text.replace(/[\p{Cc}\s<>();]+/gu, '').slice(0, 255)
