import { BRANDS } from './brands.ts'
import {
  hostOf,
  isCheap,
  isDisguised,
  isIpAddress,
  lookalikeOf,
  registeredDomain,
  SHORTENERS,
  shownHost,
} from './domains.ts'
import type { HtmlFacts } from './readHtml.ts'
import type { Finding, RiskSurroundings } from './riskMail.ts'
import { correspondentLookalike, trustedOf } from './trusted.ts'

/** A link whose words are an address: what is read before it is pressed. */
const WRITTEN_ADDRESS = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]|$)/i
/** Addresses that stand in the text without being links: mail programs make links of them. */
const TEXT_ADDRESS = /https?:\/\/[^\s<>"'，。；、（）【】]{4,500}/gi
const TEXT_LINKS_MAX = 50
/** What a browser runs or shows by itself, without a server whose name could be read. */
const OWN_CONTENT = /^\s*(?:data:(?!image\/)|javascript:|vbscript:|blob:|file:)/i
/** Parameters by which a site sends a visitor on, and how many addresses are followed one after the other. */
const TARGETS = new Set(
  'url u q to target redirect redirect_uri redirecturl dest destination goto link r next continue return'.split(' '),
)
const FOLLOWED_MAX = 3

export const BRAND_DOMAINS: readonly string[] = BRANDS.flatMap(({ domains }) => domains)

interface Link {
  readonly text: string
  readonly href: string
}

/** The links of a mail: those of its HTML, and addresses that are written in its text. */
export const linksOf = ({ links }: Pick<HtmlFacts, 'links'>, text: string): readonly Link[] => [
  ...links,
  ...[...(text.match(TEXT_ADDRESS) ?? [])].slice(0, TEXT_LINKS_MAX).map((href) => ({ text: href, href })),
]

/** Where a link leads: its own host, and those that it names as the place to go on to. */
function hostsOf(href: string): readonly string[] {
  const hosts: string[] = []
  let next: string | null = href
  for (let step = 0; next !== null && step < FOLLOWED_MAX; step++) {
    const host = hostOf(next)
    if (!host) break
    hosts.push(host)
    next = targetOf(next)
  }
  return hosts
}

function targetOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  for (const [name, value] of new URL(href).searchParams) {
    if (!TARGETS.has(name.toLowerCase())) continue
    if (hostOf(value)) return value
    const decoded = /^a1([A-Za-z0-9_-]{12,})$/.exec(value)?.[1]
    const plain = decoded ? Buffer.from(decoded, 'base64url').toString() : ''
    if (hostOf(plain)) return plain
  }
  return null
}

/** A name before the @ of a web address that looks like the address of a site. */
function userInfoOf(href: string): string {
  if (!URL.canParse(href)) return ''
  const { username } = new URL(href)
  return username.includes('.') ? username : ''
}

/** What the links of a mail show, one finding for each rule. */
export function linkFindings(links: readonly Link[], around: RiskSurroundings, sender: string): Finding[] {
  const found = new Map<string, Finding>()
  const add = (rule: Finding['rule'], weight: number, words: string, subject: string) => {
    const known = found.get(rule)
    const quotes = [...(known?.quotes ?? []), ...(words ? [words] : [])].slice(0, 6)
    found.set(rule, { rule, weight: Math.max(weight, known?.weight ?? 0), quotes, subject: known?.subject ?? subject })
  }
  const likenesses = new Map<string, readonly [string, number] | null>()
  /** What a host is made to look like, and what that weighs. Most links of a mail lead to a few hosts. */
  const likenessOf = (host: string): readonly [string, number] | null => {
    const known = likenesses.get(host)
    if (known !== undefined) return known
    const like = lookalikeOf(host, trustedOf(around))
    const likeness = like ? ([like, 5] as const) : (correspondentLookalike(host, around) ?? brandLikeness(host))
    likenesses.set(host, likeness)
    return likeness
  }
  for (const { text, href } of links) {
    if (OWN_CONTENT.test(href)) add('linkScheme', 6, text, href.trim().slice(0, 40))
    const [host, ...further] = hostsOf(href)
    if (!host) continue
    const userInfo = userInfoOf(href)
    if (userInfo) add('linkScheme', 6, text, `${userInfo} → ${shownHost(host)}`)
    const written = WRITTEN_ADDRESS.exec(text)?.[1]?.toLowerCase()
    if (written && text !== href && registeredDomain(written) !== registeredDomain(host))
      add('linkText', 5, text, `${written} → ${shownHost(host)}`)
    if (SHORTENERS.has(registeredDomain(host))) add('linkShort', 2, text, host)
    const elsewhere = further.find((one) => registeredDomain(one) !== registeredDomain(host))
    if (elsewhere && registeredDomain(elsewhere) !== registeredDomain(sender))
      add('linkShort', 3, text, `${shownHost(host)} → ${shownHost(elsewhere)}`)
    for (const one of [host, ...further]) addHost(one, text)
  }
  return [...found.values()]

  function addHost(host: string, text: string): void {
    if (isIpAddress(host)) add('linkAddress', 4, text, host)
    else if (isDisguised(host)) add('punycode', 4, text, shownHost(host))
    else {
      const likeness = likenessOf(host)
      if (likeness) add('linkLookalike', likeness[1], text, `${shownHost(host)} ~ ${likeness[0]}`)
      if (isCheap(host)) add('linkRare', 2, text, host)
    }
  }
}

function brandLikeness(host: string): readonly [string, number] | null {
  const like = lookalikeOf(host, BRAND_DOMAINS)
  return like ? [like, 3] : null
}
