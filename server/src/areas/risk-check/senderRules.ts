import { BRANDS, brandNamed } from './brands.ts'
import { domainOf, FREE_MAIL, isCheap, lookalikeOf, registeredDomain } from './domains.ts'
import type { Finding, RiskMail, RiskSurroundings } from './riskMail.ts'

/** Titles by which a superior, or an office of the house, is impersonated. */
const OFFICE =
  /总$|总监|董事长|经理|财务|人力资源|人事|管理员|运维|信息中心|\b(?:ceo|cfo|boss|director|hr|payroll|it support|help ?desk|admin(?:istrator)?|security team|accounts payable)\b/i

const belongsTo = (domain: string, owners: readonly string[]): boolean =>
  owners.some((owner) => domain === owner || domain.endsWith(`.${owner}`))

/** Whether an address is one of the house and the border has not said otherwise. */
export const isInside = ({ from, claimsOwnDomain }: RiskMail, { ownDomains }: RiskSurroundings): boolean =>
  !claimsOwnDomain && belongsTo(domainOf(from.address), ownDomains)

export function senderFindings(mail: RiskMail, around: RiskSurroundings): Finding[] {
  const domain = domainOf(mail.from.address)
  const found: Finding[] = []
  const inside = isInside(mail, around)
  const trusted = [...around.ownDomains, ...around.knownDomains.filter((known) => !FREE_MAIL.has(known))]
  const add = (rule: Finding['rule'], weight: number, subject: string) =>
    found.push({ rule, weight, quotes: [], subject })

  if (!inside) {
    const like = lookalikeOf(domain, trusted)
    if (like && !mail.claimsOwnDomain) add('senderLookalike', 5, `${domain} ~ ${like}`)
    if (domain.split('.').some((label) => label.startsWith('xn--'))) add('punycode', 4, domain)
    if (isCheap(domain)) add('senderRare', 3, domain)
    const named = brandNamed(mail.from.name)
    if (named && !belongsTo(domain, named.brand.domains) && !around.knownSender) add('brand', 4, named.name)
    else if (!named && !like) {
      const brand = BRANDS.find((one) => lookalikeOf(domain, one.domains) && !belongsTo(domain, one.domains))
      if (brand && !FREE_MAIL.has(registeredDomain(domain))) add('brand', 3, brand.domains[0] ?? '')
    }
    if (around.colleagueName) add('colleague', 4, mail.from.name)
    else if (FREE_MAIL.has(registeredDomain(domain)) && OFFICE.test(mail.from.name)) add('colleague', 2, mail.from.name)
    if (!around.knownSender) add('firstContact', 1, mail.from.address)
  }
  if (mail.claimsOwnDomain) add('ownDomain', 4, domain)
  if (/\b(?:dmarc|spf|dkim)=fail\b/.test(mail.authentication)) add('authentication', 3, domain)
  for (const reply of mail.replyTo) {
    const target = domainOf(reply)
    if (registeredDomain(target) === registeredDomain(domain)) continue
    add('replyTo', inside || FREE_MAIL.has(registeredDomain(target)) ? 4 : 3, reply)
    break
  }
  return found
}
