import { escapeHtml, isMailAddress, type MailAddress, RECIPIENTS_MAX } from '@yanshu/contracts'
import type { Prefill } from './prefills.ts'

/** Characters of a body that are taken over; addresses of links are shorter in every browser. */
const BODY_MAX = 100_000
const SUBJECT_TAKEN = 1_000

/**
 * What a letter begins with from a `mailto:` address (RFC 6068): recipients of all three fields, subject and text. What is no
 * mail address is left out. Other fields are not taken over, as its section 4 advises: a link names no files and no headers.
 */
export function prefillOfMailto(url: string): Prefill {
  const [, address = '', query = ''] = /^mailto:([^?]*)\??(.*)$/is.exec(url.trim()) ?? []
  // A plus is a plus here, and no space.
  const fields = [...new URLSearchParams(query.replaceAll('+', '%2B'))]
  const named = (name: string) => fields.flatMap(([field, value]) => (field.toLowerCase() === name ? [value] : []))
  const people = (lists: readonly string[]): MailAddress[] =>
    lists
      .flatMap((list) => list.split(','))
      .map((one) => one.trim())
      .filter(isMailAddress)
      .slice(0, RECIPIENTS_MAX)
      .map((one) => ({ name: '', address: one }))
  const [subject = ''] = named('subject')
  const [body = ''] = named('body')
  return {
    to: people([decoded(address), ...named('to')]),
    cc: people(named('cc')),
    bcc: people(named('bcc')),
    ...(subject ? { subject: subject.replaceAll(/[\r\n]+/g, ' ').slice(0, SUBJECT_TAKEN) } : {}),
    ...(body ? { html: paragraphs(body.slice(0, BODY_MAX)) } : {}),
  }
}

const paragraphs = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
