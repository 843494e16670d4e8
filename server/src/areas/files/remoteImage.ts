import { type FetchPolicy, fetchRemote, PUBLIC_WEB } from './fetchRemote.ts'
import { SAFE_PICTURES, type SniffedType, sniffType } from './imageType.ts'

export interface RemoteImage {
  readonly contentType: SniffedType
  readonly content: Uint8Array
}

/** What was fetched is no picture that may be shown. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError'
}

const SIZE_MAX = 10 * 1_024 * 1_024
const TIME_MAX_MS = 10_000

/**
 * Fetches a picture for a reader, so that its sender learns neither who reads nor from where. Throws `RemoteFetchError`,
 * and `NoPictureError` for what is none.
 */
export async function fetchRemoteImage(address: string, policy: FetchPolicy = PUBLIC_WEB): Promise<RemoteImage> {
  const content = await fetchRemote(address, {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    sizeMax: SIZE_MAX,
    timeMax: TIME_MAX_MS,
    policy,
  })
  const contentType = sniffType(content.subarray(0, 4_096))
  if (!contentType || !SAFE_PICTURES.includes(contentType)) throw new NoPictureError('not a picture')
  return { contentType, content }
}
