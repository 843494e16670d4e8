import { BRANDS, brandDomainIn, brandNamed } from './brands.ts'
import { domainOf, FREE_MAIL, isCheap, isDisguised, lookalikeOf, registeredDomain, shownHost } from './domains.ts'
import type { Finding, RiskMail, RiskSurroundings } from './riskMail.ts'
import { correspondentLookalike, trustedOf } from './trusted.ts'

/** Offices of an organisation, and titles by which a superior is impersonated. */
const OFFICE =
  /总$|总监|董事长|经理|财务|人力资源|人事|薪酬|薪资|行政|工会|管理员|运维|信息中心|邮件系统|邮件管理|邮箱|系统通知|服务台|\b(?:ceo|cfo|boss|director|hr|human resources|payroll|benefits|facilities|it support|it security|it service|help ?desk|service desk|admin(?:istrator)?|security team|accounts payable|mail (?:ops|team|filter|administrator)|webmail|quarantine|voice(?: ?mail)?|pbx|e?fax|scanner|legal)\b/i

const belongsTo = (domain: string, owners: readonly string[]): boolean =>
  owners.some((owner) => domain === owner || domain.endsWith(`.${owner}`))

/** Whether the own border has found a mail with a From of an own domain to be from it (`dmarc=pass`). */
const passedBorder = ({ claimsOwnDomain, authentication }: RiskMail): boolean =>
  claimsOwnDomain && /\bdmarc=pass\b/.test(authentication)

/** Whether an address is one of the organisation and the border has not found otherwise. */
export const isInside = (mail: RiskMail, { ownDomains }: RiskSurroundings): boolean =>
  (!mail.claimsOwnDomain || passedBorder(mail)) && belongsTo(domainOf(mail.from.address), ownDomains)

/** Whether the sender's domain is one of a well-known name, and proven to be. */
export const isProvenBrand = ({ from, authentication }: RiskMail): boolean =>
  // SPF is about the envelope, whose domain may be another.
  /\bdmarc=pass\b/.test(authentication) &&
  BRANDS.some(({ domains }) => belongsTo(domainOf(from.address), domains)) &&
  !FREE_MAIL.has(registeredDomain(domainOf(from.address)))

/** Whether a mail came by a mailing list: it names one, and answers go to the list or to where it came from. */
const cameByList = ({ listId, replyTo, from }: RiskMail): boolean =>
  listId !== '' &&
  replyTo.every((reply) => {
    const target = registeredDomain(domainOf(reply))
    return target === registeredDomain(listId) || target === registeredDomain(domainOf(from.address))
  })

/** Whether a domain is one whose name makes a reader believe: their own, of people they write to, of a well-known name. */
const isWorthForging = (domain: string, around: RiskSurroundings): boolean =>
  belongsTo(domain, trustedOf(around)) || BRANDS.some(({ domains }) => belongsTo(domain, domains))

export function senderFindings(mail: RiskMail, around: RiskSurroundings): Finding[] {
  const domain = domainOf(mail.from.address)
  const found: Finding[] = []
  const inside = isInside(mail, around)
  const byList = cameByList(mail)
  const isFree = FREE_MAIL.has(registeredDomain(domain))
  const add = (rule: Finding['rule'], weight: number, subject: string) =>
    found.push({ rule, weight, quotes: [], subject })

  if (!inside) {
    const like = lookalikeOf(domain, trustedOf(around))
    const known = like || mail.claimsOwnDomain ? null : correspondentLookalike(domain, around)
    if (like && !mail.claimsOwnDomain) add('senderLookalike', 5, `${shownHost(domain)} ~ ${like}`)
    else if (known) add('senderLookalike', known[1], `${shownHost(domain)} ~ ${known[0]}`)
    if (isDisguised(domain)) add('punycode', 4, shownHost(domain))
    if (isCheap(domain)) add('senderRare', 3, domain)
    addBrand(mail, around, like !== null || known !== null, add)
    const office = OFFICE.test(mail.from.name)
    if (around.colleagueName) add('colleague', 4, mail.from.name)
    else if (around.colleagueTitle && !around.knownSender) add('colleague', isFree ? 3 : 2, mail.from.name)
    else if (office && !around.knownSender) add('colleague', 2, mail.from.name)
    if (!around.knownSender) add('firstContact', 1, mail.from.address)
  }
  if (mail.claimsOwnDomain && !inside) add('ownDomain', 4, domain)
  // A list changes what a signature covers, so the check of the writer's domain fails for honest mail (RFC 7960). Any sender can
  // write a List-Id: for a domain that is worth forging the failure counts all the same.
  const excused = byList && !mail.claimsOwnDomain && !isWorthForging(domain, around)
  if (/\b(?:dmarc|spf|dkim)=fail\b/.test(mail.authentication) && !excused) add('authentication', 3, domain)
  if (!byList) {
    const reply = mail.replyTo.find((one) => registeredDomain(domainOf(one)) !== registeredDomain(domain))
    if (reply) add('replyTo', inside || FREE_MAIL.has(registeredDomain(domainOf(reply))) ? 4 : 3, reply)
  }
  return found

  function addBrand(
    { from }: RiskMail,
    { knownSender }: RiskSurroundings,
    hasLook: boolean,
    found: (rule: Finding['rule'], weight: number, subject: string) => void,
  ): void {
    const named = brandNamed(from.name)
    if (named && !belongsTo(domain, named.brand.domains) && !knownSender) found('brand', 4, named.name)
    else if (!named && !hasLook && !isFree) {
      const worn = BRANDS.flatMap(({ domains }) =>
        belongsTo(domain, domains) ? [] : (brandDomainIn(domain, domains) ?? []),
      )
      if (worn[0]) found('brand', 3, worn[0])
    }
  }
}
