/** What is shown about a link before it is opened. */
export interface LinkJudgement {
  readonly href: string
  readonly host: string
  readonly insecure: boolean
  /** The host has letters beyond ASCII, or hides what it is behind a user name. */
  readonly disguised: boolean
  /** The own site or mail domain that the host can be taken for; null when it is one of them, or like none. */
  readonly lookalike: string | null
  /** Another site whose whole name stands in front of the host's own: `www.baidu.com` of `www.baidu.com.evil.example`. */
  readonly pretends: string | null
}

/**
 * Judges the address of a link; null when it is none that a browser should open.
 * @param own hosts and mail domains of this organisation
 */
export function judgeLink(text: string | null, own: readonly string[] = []): LinkJudgement | null {
  let url: URL
  try {
    url = new URL(text ?? '')
  } catch {
    return null
  }
  if (url.protocol === 'mailto:' || !/^https?:$/.test(url.protocol) || !url.hostname) return null
  return {
    href: url.href,
    host: url.host,
    insecure: url.protocol === 'http:',
    disguised: url.username !== '' || url.hostname.split('.').some((part) => part.startsWith('xn--')),
    lookalike: lookalikeOf(url.hostname, own),
    pretends: pretendedBy(url.hostname),
  }
}

/** Second-level names under which organisations register: `example.com.cn` has three parts. */
const SHARED_ENDS = new Set(['com', 'net', 'org', 'gov', 'edu', 'ac', 'co'])

/** The part of a host name that its owner has registered. */
function registered(host: string): string {
  const parts = host.toLowerCase().split('.')
  const count = parts.length > 2 && SHARED_ENDS.has(parts.at(-2) ?? '') ? 3 : 2
  return parts.slice(-count).join('.')
}

/** Well-known ends: with one of these behind it, the start of a host reads like a whole name. */
const KNOWN_ENDS = /^(?:com|cn|net|org|gov|edu|io|top|info|biz|hk|tw|jp|uk|de|fr|eu|us)$/

/** The other site whose name a host begins with; null when it begins with none. Short parts such as `www` are no name. */
function pretendedBy(host: string): string | null {
  const parts = host.toLowerCase().split('.')
  const before = parts.slice(0, -registered(host).split('.').length)
  const end = before.findLastIndex((part, at) => at > 0 && KNOWN_ENDS.test(part))
  if (end < 0) return null
  const name = before.slice(0, end + 1).join('.')
  return registered(name).split('.', 1)[0] === 'www' ? null : name
}

/** One form for what looks the same: rn and m, vv and w, 0 and o, 1, i and l. */
const asSeen = (name: string) =>
  name
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replace(/[01i35-]/g, (sign) => ({ 0: 'o', 1: 'l', i: 'l', 3: 'e', 5: 's', '-': '' })[sign] ?? sign)

/** Shorter names are one letter away from too many. */
const COMPARED_FROM = 5

function lookalikeOf(host: string, own: readonly string[]): string | null {
  const name = registered(host)
  const ours = own.filter((one) => one.includes('.') && !/^[\d.]+$/.test(one))
  if (ours.some((one) => registered(one) === name)) return null
  const alike = (one: string) => {
    const ourName = registered(one)
    const [label = '', ourLabel = ''] = [name.split('.')[0], ourName.split('.')[0]]
    return (
      host.toLowerCase().includes(`${ourName}.`) ||
      asSeen(name) === asSeen(ourName) ||
      label === ourLabel ||
      (ourLabel.length >= COMPARED_FROM && oneLetterAway(label, ourLabel))
    )
  }
  return ours.find(alike) ?? null
}

/** Whether one letter was put in, left out, changed, or two neighbours exchanged. */
function oneLetterAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = [one.slice(at), other.slice(at)] as const
  const [a, b] = rest
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
