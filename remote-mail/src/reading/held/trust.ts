/** The name of the preference with the senders and domains whose pictures are shown; `ReadingPane` decides by it. */
export const TRUSTED = 'mail.imagesFrom'

/** Entries of the list of whose pictures are shown; the oldest go first. */
const TRUSTED_MAX = 500

/** Domains that give addresses to the public: to trust one of them is to trust strangers. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(
  (
    'qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn 21cn.com ' +
    'gmail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.jp icloud.com me.com aol.com gmx.com gmx.de web.de ' +
    'mail.com mail.ru yandex.ru proton.me protonmail.com zoho.com'
  ).split(' '),
)

/** What of a sender can be trusted: the address, and its domain with a leading @; null where the domain is no sign of a sender. */
export interface Trusts {
  readonly sender: string
  readonly domain: string | null
}

/** The entries of the list for an address, in lower case. */
export function trustsOf(address: string): Trusts {
  const sender = address.toLowerCase()
  const at = sender.lastIndexOf('@')
  const domain = sender.slice(at + 1)
  return { sender, domain: at < 0 || domain === '' || OPEN_TO_ALL.has(domain) ? null : `@${domain}` }
}

/** The list with an entry, once and at its end. */
export const withTrust = (list: readonly string[], entry: string): string[] =>
  [...list.filter((one) => one !== entry), entry].slice(-TRUSTED_MAX)

/** The list without an address and its domain. */
export function withoutTrust(list: readonly string[], address: string): string[] {
  const { sender, domain } = trustsOf(address)
  return list.filter((one) => one !== sender && one !== domain)
}
