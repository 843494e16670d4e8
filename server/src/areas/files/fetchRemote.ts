import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './publicAddress.ts'

/** Something could not be fetched: not reachable, not allowed, too slow, too large. */
export class RemoteFetchError extends Error {
  override readonly name = 'RemoteFetchError'
}

export interface FetchPolicy {
  /** Which addresses the server may connect to. */
  readonly allowsAddress: (address: string) => boolean
  readonly allowsPort: (port: number) => boolean
}

/** The public internet, on the two ports of the web. */
export const PUBLIC_WEB: FetchPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
}

export interface RemoteFetch {
  /** The Accept header. */
  readonly accept: string
  /** Bytes at most. */
  readonly sizeMax: number
  /** Milliseconds for all hops together. */
  readonly timeMax: number
  readonly policy?: FetchPolicy
  /** Ends it before its time. */
  readonly signal?: AbortSignal
  /** Sent by POST; without it it is a GET. */
  readonly body?: RequestBody
  /** Addresses that one answer after the other may lead to; 3 unless it is named. */
  readonly redirectsMax?: number
}

interface RequestBody {
  /** The Content-Type header. */
  readonly type: string
  readonly content: string | Uint8Array
}

const REDIRECTS_MAX = 3

/**
 * Sends a form to an address that another person has named, with the same care as {@link fetchRemote}. What comes back is not
 * read, and a redirect is refused, so that the form reaches that address alone. Throws `RemoteFetchError` for any answer
 * but one of success.
 */
export async function sendFormRemote(
  address: string,
  form: string,
  { timeMax, policy = PUBLIC_WEB }: Pick<RemoteFetch, 'timeMax' | 'policy'>,
): Promise<void> {
  const body = { type: 'application/x-www-form-urlencoded', content: form }
  const response = await ask(new URL(address), { accept: '*/*', body }, policy, AbortSignal.timeout(timeMax))
  const { statusCode = 0 } = response
  response.destroy()
  if (statusCode < 200 || statusCode >= 300) throw new RemoteFetchError(`answered ${statusCode}`)
}

/**
 * Fetches an address that a person or a mail has named. Every hop is resolved first, checked, and connected to by the very
 * address that was checked, so that no name can lead inside. Nothing of the reader goes out: no cookie, no referrer, no
 * language. Throws `RemoteFetchError`.
 */
export async function fetchRemote(
  address: string,
  { accept, sizeMax, timeMax, policy = PUBLIC_WEB, signal: given, body, redirectsMax = REDIRECTS_MAX }: RemoteFetch,
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(timeMax)
  const signal = given ? AbortSignal.any([limit, given]) : limit
  let url = new URL(address)
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const response = await ask(url, { accept, ...(body ? { body } : {}) }, policy, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy()
      if (!URL.canParse(headers.location, url)) throw new RemoteFetchError('redirect to nowhere')
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new RemoteFetchError(`answered ${statusCode}`)
    }
    return read(response, sizeMax)
  }
  throw new RemoteFetchError('too many redirects')
}

type Asking = Pick<RemoteFetch, 'accept' | 'body'>

async function ask(
  url: URL,
  { accept, body }: Asking,
  policy: FetchPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new RemoteFetchError('not a web address')
  if (url.username || url.password) throw new RemoteFetchError('an address with credentials')
  const port = Number(url.port) || (secure ? 443 : 80)
  if (!policy.allowsPort(port)) throw new RemoteFetchError(`port ${port}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { address, family } = await resolve(host, policy, signal)
  return new Promise((resolved, reject) => {
    const request = (secure ? https : http).request(url, {
      signal,
      agent: false,
      // The name was resolved and judged; it is not resolved again.
      lookup: (_name, options, callback) => {
        if (options.all) callback(null, [{ address, family }])
        else callback(null, address, family)
      },
      method: body ? 'POST' : 'GET',
      headers: {
        ...{ accept, 'user-agent': 'Mozilla/5.0' },
        ...(body ? { 'content-type': body.type } : {}),
      },
    })
    request.once('response', resolved)
    request.once('error', (error) => reject(new RemoteFetchError('no answer', { cause: error })))
    request.end(body?.content)
  })
}

async function resolve(host: string, policy: FetchPolicy, signal: AbortSignal) {
  const family = isIP(host)
  if (family !== 0) {
    if (!policy.allowsAddress(host)) throw new RemoteFetchError('an address that is not public')
    return { address: host, family }
  }
  let found: { address: string; family: number }[]
  try {
    found = await Promise.race([lookup(host, { all: true }), abortOf(signal)])
  } catch (error) {
    throw new RemoteFetchError('no such host', { cause: error })
  }
  // One address inside is enough to refuse the name: which of them gets connected to is not for its owner to choose.
  const first = found[0]
  if (!first || !found.every((one) => policy.allowsAddress(one.address))) {
    throw new RemoteFetchError('a name that is not public')
  }
  return first
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

async function read(response: IncomingMessage, sizeMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > sizeMax) throw new RemoteFetchError('too large')
      chunks.push(bytes)
    }
  } catch (error) {
    if (error instanceof RemoteFetchError) throw error
    throw new RemoteFetchError('the answer broke off', { cause: error })
  }
  return Buffer.concat(chunks)
}
