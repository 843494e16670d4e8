/** What of the browser decides whether it can make a passkey. */
interface Place {
  readonly secure: boolean
  readonly hasPasskeys: boolean
  readonly hostname: string
}

const here = (): Place => ({
  secure: globalThis.isSecureContext,
  hasPasskeys: 'PublicKeyCredential' in globalThis,
  hostname: location.hostname,
})

/** IPv4 as numbers, or IPv6 in brackets as a browser writes it. */
const IS_NUMBER = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/**
 * Why no passkey can be made here, known before it is tried: they belong to a name (Web Authentication §5.1.3), so a page
 * that was opened by the number of its server has none, nor one without TLS. null where nothing is in the way.
 */
export function passkeyHindrance(
  { secure, hasPasskeys, hostname }: Place = here(),
): 'insecure' | 'number' | 'unsupported' | null {
  if (IS_NUMBER.test(hostname)) return 'number'
  if (!secure) return 'insecure'
  return hasPasskeys ? null : 'unsupported'
}
