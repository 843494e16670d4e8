import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { EnrolmentService } from '../../platform/config/enrolment.ts'

/** The kind of the jobs that ask the enrolment service; the key of each is the number of a key of mail. */
export const ENROLMENT = 'keys.enrolment'

/** What an enrolment service has answered (RFC 7030 §4.2.3). */
export type EnrolmentAnswer =
  /** Certificates as CMS in DER. */
  | { readonly kind: 'issued'; readonly certificates: Uint8Array<ArrayBuffer> }
  /** A person of the authority decides first; to be asked again after so many milliseconds, where it has named a time. */
  | { readonly kind: 'waits'; readonly afterMs: number | null }
  | { readonly kind: 'refused' | 'unreachable'; readonly why: string }

/** One call, with the connection. */
const WITHIN_MS = 20_000
/** A chain of eight certificates has some 20 kB. */
const ANSWER_MAX = 256 * 1024
/** Characters of its reason that are written to the log. */
const WHY_MAX = 200

/**
 * Sends a request for a certificate to the service of the operator, over TLS. Its address is the operator's own, so that it may
 * lead inside; a redirect is not followed, because it could lead the credentials elsewhere. Never throws for what it answers.
 * @param request PKCS #10 in DER
 */
export async function askEnrolment(
  service: EnrolmentService,
  request: Uint8Array,
  { signal, now }: { readonly signal: AbortSignal; readonly now: number },
): Promise<EnrolmentAnswer> {
  try {
    const response = await send(service, request, AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]))
    const body = await bounded(response)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return { kind: 'issued', certificates: new Uint8Array(Buffer.from(body, 'base64')) }
    if (statusCode === 202) return { kind: 'waits', afterMs: afterMs(headers['retry-after'], now) }
    const why = `${statusCode} ${body.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, WHY_MAX)}`
    const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
    return { kind: isRefusal ? 'refused' : 'unreachable', why }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'unreachable', why: error instanceof Error ? error.message : `${error}` }
  }
}

async function send(
  { url, authorization, ca, client, lookup }: EnrolmentService,
  request: Uint8Array,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const content = Buffer.from(request).toString('base64').replace(/.{76}/g, '$&\r\n')
  // Read for each call: both are renewed while the server runs.
  const own = client === null ? null : await readFile(client)
  const options = {
    ...{ method: 'POST', signal, agent: false },
    ...(ca === null ? {} : { ca: await readFile(ca) }),
    ...(own ? { key: own, cert: own } : {}),
    ...(lookup ? { lookup } : {}),
    headers: {
      'content-type': 'application/pkcs10',
      'content-transfer-encoding': 'base64',
      'content-length': Buffer.byteLength(content),
      accept: 'application/pkcs7-mime',
      ...(authorization ? { authorization } : {}),
    },
  }
  return new Promise((resolve, reject) => {
    const asked = https.request(url, options)
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end(content)
  })
}

async function bounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > ANSWER_MAX) {
      response.destroy()
      throw new Error('its answer is too long')
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Seconds, or a date (RFC 9110 §10.2.3). */
function afterMs(header: string | undefined, now: number): number | null {
  if (!header) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
