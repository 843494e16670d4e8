import { BRANDS } from './brands.ts'
import { FREE_MAIL, hostOf, isCheap, isIpAddress, lookalikeOf, registeredDomain } from './domains.ts'
import type { HtmlFacts } from './readHtml.ts'
import type { Finding, RiskSurroundings } from './riskMail.ts'

/** A link whose words are an address: what somebody reads before they press. */
const WRITTEN_ADDRESS = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]|$)/i

const BRAND_DOMAINS = BRANDS.flatMap(({ domains }) => domains)

/** What the links of a mail say, one finding for each rule. */
export function linkFindings({ links }: Pick<HtmlFacts, 'links'>, around: RiskSurroundings): Finding[] {
  const found = new Map<string, Finding>()
  const add = (rule: Finding['rule'], weight: number, words: string, subject: string) => {
    const known = found.get(rule)
    const quotes = [...(known?.quotes ?? []), ...(words ? [words] : [])].slice(0, 6)
    found.set(rule, { rule, weight, quotes, subject: known?.subject ?? subject })
  }
  const trusted = [...around.ownDomains, ...around.knownDomains.filter((domain) => !FREE_MAIL.has(domain))]
  /** What is known of the hosts of this mail: most links of a mail lead to a few. */
  const looks = new Map<string, string | null>()
  const lookOf = (host: string) => {
    const known = looks.get(host)
    if (known !== undefined) return known
    const like = lookalikeOf(host, trusted) ?? lookalikeOf(host, BRAND_DOMAINS)
    looks.set(host, like)
    return like
  }
  for (const { text, href } of links) {
    const host = hostOf(href)
    if (!host) continue
    const written = WRITTEN_ADDRESS.exec(text)?.[1]?.toLowerCase()
    if (written && registeredDomain(written) !== registeredDomain(host))
      add('linkText', 5, text, `${written} → ${host}`)
    if (isIpAddress(host)) add('linkAddress', 4, text, host)
    else if (host.split('.').some((label) => label.startsWith('xn--'))) add('punycode', 4, text, host)
    else {
      const like = lookOf(host)
      if (like) add('linkLookalike', trusted.includes(like) ? 5 : 3, text, `${host} ~ ${like}`)
      if (isCheap(host)) add('linkRare', 2, text, host)
    }
  }
  return [...found.values()]
}
