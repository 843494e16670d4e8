/** How a list can be left, by its mail. */
export interface WaysToLeave {
  /** An address to which `List-Unsubscribe=One-Click` is sent (RFC 8058); null where the list does not offer it. */
  readonly oneClick: string | null
  /** A `mailto:` address (RFC 6068), and a page, or null. */
  readonly mailto: string | null
  readonly page: string | null
}

/** Characters of an address that is kept. */
const ADDRESS_MAX = 2_000

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/**
 * Reads the fields List-Unsubscribe (RFC 2369 §3.2) and List-Unsubscribe-Post (RFC 8058 §3.1) of a mail. One click needs
 * https, because the address decides whose subscription ends.
 */
export function waysToLeave(unsubscribe: readonly string[], offers: readonly string[]): WaysToLeave {
  const addresses = unsubscribe
    .flatMap((value) => [...value.matchAll(/<([^<>]*)>/g)])
    .map(([, inside]) => (inside ?? '').replace(/\s+/g, ''))
    .filter((address) => address.length <= ADDRESS_MAX)
  const page = addresses.find(isWeb) ?? null
  const secure = addresses.find((address) => isWeb(address) && new URL(address).protocol === 'https:') ?? null
  const offersClick = offers.some((value) => /^\s*List-Unsubscribe=One-Click\s*$/i.test(value))
  return {
    oneClick: offersClick ? secure : null,
    mailto: addresses.find((address) => /^mailto:[^?]*@/i.test(address)) ?? null,
    page,
  }
}
