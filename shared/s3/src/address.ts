/** A bucket with the protocol of Amazon S3, and the keys that may use it. */
export interface BucketSettings {
  /** `https://host[:port]/bucket`, with a folder inside the bucket where one is named; no slash at the end. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

const FORM = 'https://KEY-ID:SECRET@host/bucket, with ?region=… where there is one'

/** The address of a bucket is none. `expected` shows what was; neither it nor the message holds the secret. */
export class BucketAddressError extends Error {
  readonly expected: string

  constructor(expected: string) {
    super(`expected ${expected}`)
    this.name = 'BucketAddressError'
    this.expected = expected
  }
}

/**
 * Reads `https://KEY-ID:SECRET@host/bucket[/folder][?region=…]`.
 * @throws {BucketAddressError} when it is something else
 */
export function bucketAt(address: string): BucketSettings {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw new BucketAddressError(
      `${FORM}; in key and secret, write characters such as @ / : # in percent-encoding (%40)`,
    )
  }
  // A secret with a # in it: what follows would be lost, and the host be another.
  if (url.hash) throw new BucketAddressError(`no # in the address; write %23 instead, as in ${FORM}`)
  const folder = url.pathname.replace(/\/+$/, '')
  if (!url.username || !url.password || folder === '') throw new BucketAddressError(FORM)
  for (const option of url.searchParams.keys()) {
    if (option !== 'region') throw new BucketAddressError(`no option but region: ${FORM}`)
  }
  return {
    url: url.origin + folder,
    // The region that servers other than Amazon's accept.
    region: url.searchParams.get('region') || 'us-east-1',
    keyId: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}
