import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { SAFE_PICTURES, type SniffedType, sniffType } from './imageType.ts'
import { isPublicAddress } from './publicAddress.ts'

export interface RemoteImage {
  readonly contentType: SniffedType
  readonly content: Uint8Array
}

/** A picture could not be fetched: not reachable, not allowed, too slow, too large. */
export class RemoteImageError extends Error {
  override readonly name = 'RemoteImageError'
}

/** What was fetched is no picture that may be shown. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError'
}

export interface FetchPolicy {
  /** Which addresses the server may connect to. */
  readonly allowsAddress: (address: string) => boolean
  readonly allowsPort: (port: number) => boolean
}

/** The internet as everybody sees it, on the two ports of the web. */
export const PUBLIC_WEB: FetchPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
}

const REDIRECTS_MAX = 3
const SIZE_MAX = 10 * 1_024 * 1_024
const TIME_MAX_MS = 10_000

/**
 * Fetches a picture for a reader, so that its sender learns neither who reads nor from where. Every hop is resolved
 * first, checked, and connected to by the very address that was checked, so that no name can lead inside. Nothing of
 * the reader goes out: no cookie, no referrer, no language.
 */
export async function fetchRemoteImage(address: string, policy: FetchPolicy = PUBLIC_WEB): Promise<RemoteImage> {
  const signal = AbortSignal.timeout(TIME_MAX_MS)
  let url = new URL(address)
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const response = await get(url, policy, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy()
      if (!URL.canParse(headers.location, url)) throw new RemoteImageError('redirect to nowhere')
      url = new URL(headers.location, url)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw new RemoteImageError(`answered ${statusCode}`)
    }
    return read(response)
  }
  throw new RemoteImageError('too many redirects')
}

async function get(url: URL, policy: FetchPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw new RemoteImageError('not a web address')
  if (url.username || url.password) throw new RemoteImageError('an address with credentials')
  const port = Number(url.port) || (secure ? 443 : 80)
  if (!policy.allowsPort(port)) throw new RemoteImageError(`port ${port}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { address, family } = await resolve(host, policy, signal)
  return new Promise((resolved, reject) => {
    const request = (secure ? https : http).request(url, {
      signal,
      agent: false,
      // The name was resolved and judged; nobody resolves it again.
      lookup: (_name, options, callback) => {
        if (options.all) callback(null, [{ address, family }])
        else callback(null, address, family)
      },
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Mozilla/5.0' },
    })
    request.once('response', resolved)
    request.once('error', (error) => reject(new RemoteImageError('no answer', { cause: error })))
    request.end()
  })
}

async function resolve(host: string, policy: FetchPolicy, signal: AbortSignal) {
  const family = isIP(host)
  if (family !== 0) {
    if (!policy.allowsAddress(host)) throw new RemoteImageError('an address that is not public')
    return { address: host, family }
  }
  let found: { address: string; family: number }[]
  try {
    found = await Promise.race([lookup(host, { all: true }), abortOf(signal)])
  } catch (error) {
    throw new RemoteImageError('no such host', { cause: error })
  }
  // One private address is enough to refuse the name, or its owner could choose which one is connected to.
  const first = found[0]
  if (!first || !found.every((one) => policy.allowsAddress(one.address))) {
    throw new RemoteImageError('a name that is not public')
  }
  return first
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

async function read(response: IncomingMessage): Promise<RemoteImage> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > SIZE_MAX) throw new RemoteImageError('too large')
      chunks.push(bytes)
    }
  } catch (error) {
    if (error instanceof RemoteImageError) throw error
    throw new RemoteImageError('the answer broke off', { cause: error })
  }
  const content = Buffer.concat(chunks)
  const contentType = sniffType(content.subarray(0, 4_096))
  if (!contentType || !SAFE_PICTURES.includes(contentType)) throw new NoPictureError('not a picture')
  return { contentType, content }
}
