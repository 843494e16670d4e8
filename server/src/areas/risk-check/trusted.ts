import { FREE_MAIL, lookalikeOf, registeredDomain } from './domains.ts'
import type { RiskSurroundings } from './riskMail.ts'

type Known = Pick<RiskSurroundings, 'ownDomains' | 'knownDomains' | 'heardDomains'>

const withoutFreeMail = (domains: readonly string[]): string[] => domains.filter((domain) => !FREE_MAIL.has(domain))

/** Lists made once for all mails that are checked with the same surroundings. */
const trusted = new WeakMap<readonly string[], readonly string[]>()
const correspondents = new WeakMap<readonly string[], readonly string[]>()

const once = (
  kept: WeakMap<readonly string[], readonly string[]>,
  key: readonly string[],
  make: () => readonly string[],
): readonly string[] => {
  const known = kept.get(key) ?? make()
  kept.set(key, known)
  return known
}

/** The domains of the organisation and those that the reader writes to. */
export const trustedOf = ({ ownDomains, knownDomains }: Known): readonly string[] =>
  once(trusted, knownDomains, () => [...ownDomains, ...withoutFreeMail(knownDomains)])

/**
 * The domain that a host is made to look like among those that the reader only receives from, and what that weighs: less
 * than for one that the reader writes to, because three mails are enough to be among them.
 */
export function correspondentLookalike(host: string, { heardDomains }: Known): readonly [string, number] | null {
  const like = lookalikeOf(
    host,
    once(correspondents, heardDomains, () => withoutFreeMail(heardDomains)),
  )
  if (like === null) return null
  // `jiaxin-law.com` may be another firm than `jiaxin.com`; `sf-expres.com` is no other firm than `sf-express.com`.
  const carries = registeredDomain(host).includes(registeredDomain(like).split('.')[0] ?? like)
  return [like, carries ? 3 : 5]
}
