import type { AuthenticationResult } from '../../mime/authenticationResults.ts'

/** Signatures of one mail that are read. */
const SIGNATURES_MAX = 10

/** The tags of a DKIM-Signature (RFC 6376 §3.2) by their names, without white space. */
const tagsOf = (value: string): ReadonlyMap<string, string> =>
  new Map(
    value.split(';').flatMap((tag) => {
      const sign = tag.indexOf('=')
      return sign > 0
        ? [[tag.slice(0, sign).trim().toLowerCase(), tag.slice(sign + 1).replace(/\s+/g, '')] as const]
        : []
    }),
  )

/**
 * Whether a signature that was checked and is valid covers both fields by which a list is left (RFC 8058 §4), so that the address that
 * the server asks was not put in on the way.
 * @param signatures the fields DKIM-Signature as they stand in the mail
 * @param results what a server that is trusted has found of them; `header.b`, where it is there, names the one that is meant (RFC 6008)
 */
export function isUnsubscribeSigned(signatures: readonly string[], results: readonly AuthenticationResult[]): boolean {
  const valid = results.filter(({ method, result }) => method === 'dkim' && result === 'pass')
  return signatures.slice(0, SIGNATURES_MAX).some((value) => {
    const tags = tagsOf(value)
    const covered = (tags.get('h') ?? '').toLowerCase().split(':')
    if (!covered.includes('list-unsubscribe') || !covered.includes('list-unsubscribe-post')) return false
    const domain = (tags.get('d') ?? '').toLowerCase()
    return valid.some(({ properties }) => {
      const begins = properties['header.b']
      return (
        domain !== '' &&
        properties['header.d']?.toLowerCase() === domain &&
        (begins === undefined || (begins !== '' && (tags.get('b') ?? '').startsWith(begins)))
      )
    })
  })
}
