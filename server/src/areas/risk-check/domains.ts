import { domainToUnicode } from 'node:url'
import { LATIN } from './words/characterForms.ts'

/** Endings below which names are registered, beside the single ones. */
const DOUBLE_ENDINGS = new Set(
  (
    'com.cn net.cn org.cn gov.cn edu.cn ac.cn mil.cn cn.com com.hk org.hk com.tw org.tw com.sg com.au co.uk org.uk ' +
    'ac.uk co.jp ac.jp co.kr com.br co.in co.nz co.za com.co us.com eu.com uk.com com.de'
  ).split(' '),
)

/** The registered domain of a host: `mail.yanshu.com.cn` is `yanshu.com.cn`. */
export function registeredDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const ending = labels.slice(-2).join('.')
  return labels.slice(DOUBLE_ENDINGS.has(ending) ? -3 : -2).join('.')
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The host of a web address, also of one without a scheme (`//host/`); '' for anything else. */
export function hostOf(href: string): string {
  const whole = /^\s*[/\\]{2}/.test(href) ? `https:${href.trim()}` : href
  if (!/^\s*https?:/i.test(whole) || !URL.canParse(whole)) return ''
  return new URL(whole).hostname.toLowerCase()
}

/** A host as people read it: `xn--fsqu00a.xn--fiqs8s` is 例子.中国. What cannot be decoded stays as it is. */
export const shownHost = (host: string): string => domainToUnicode(host) || host

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Han}/u,
]
/** Chinese names have Latin letters beside Chinese characters; letters of two alphabets stand together in no honest name. */
const mixesAlphabets = (label: string): boolean => SCRIPTS.slice(0, 4).filter((script) => script.test(label)).length > 1

/**
 * Whether an internationalised host is made to be taken for another: letters of two alphabets in one label, or what is drawn
 * like a word of plain letters. 例子.中国 and bücher.de are names like any other.
 */
export function isDisguised(host: string): boolean {
  if (!host.includes('xn--')) return false
  return shownHost(host)
    .split('.')
    .some((label) => mixesAlphabets(label) || drawnAsLatin(label))
}

/** Whether all letters of a label are of another alphabet, and each is drawn like a Latin one. */
const drawnAsLatin = (label: string): boolean => {
  const letters = [...label].filter((character) => /\p{L}/u.test(character))
  return letters.some((letter) => LATIN.has(letter)) && letters.every((letter) => LATIN.has(letter))
}

export const isIpAddress = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[')

const labelOf = (domain: string): string => registeredDomain(domain).split('.')[0] ?? ''

/** A label without accents and with the Latin letters that others are drawn like. */
const plainLetters = (label: string): string =>
  label.startsWith('xn--')
    ? [...shownHost(label).normalize('NFKD').replace(/\p{M}/gu, '')]
        .map((character) => LATIN.get(character) ?? character)
        .join('')
    : label

/** One form for characters that look alike in most fonts. */
const skeleton = (label: string): string =>
  plainLetters(label)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0]/g, 'o')
    .replace(/[1i|]/g, 'l')
    .replace(/5/g, 's')
    .replace(/3/g, 'e')

/** Whether two words differ by one character: another one, one too many or too few, or two exchanged. */
function oneApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}

/** A label shorter than this is part of too many honest names. */
const SHORTEST = 5

interface Trusted {
  readonly domain: string
  readonly registered: string
  readonly label: string
  readonly skeleton: string
}

/** What is compared of trusted domains, made once for each list. */
const formsOf = new WeakMap<readonly string[], readonly Trusted[]>()

function formsOfAll(trusted: readonly string[]): readonly Trusted[] {
  const known = formsOf.get(trusted)
  if (known) return known
  const made = trusted.map((domain) => {
    const label = labelOf(domain)
    return { domain, registered: registeredDomain(domain), label, skeleton: skeleton(label) }
  })
  formsOf.set(trusted, made)
  return made
}

/**
 * The trusted domain that a host is made to look like, null when it is one of them or like none: looks the same
 * (`paypa1`), differs by a character (`yanshv`), carries its name (`yanshu-oa.com`) or has it in front
 * (`yanshu.cn.evil.co`).
 */
export function lookalikeOf(host: string, trusted: readonly string[]): string | null {
  const forms = formsOfAll(trusted)
  const registered = registeredDomain(host)
  if (forms.some((one) => one.registered === registered)) return null
  const label = labelOf(host)
  const drawn = skeleton(label)
  const drawnParts = drawn.split('-')
  const parts = label.split('-')
  for (const { domain, label: known, skeleton: knownDrawn } of forms) {
    if (host.startsWith(`${domain}.`) || host.includes(`.${domain}.`)) return domain
    if (label !== drawn && label.startsWith('xn--') && drawn === knownDrawn) return domain
    if (known.length < SHORTEST) continue
    if (drawn === knownDrawn || label.includes(known)) return domain
    if (drawnParts.includes(knownDrawn)) return domain
    if (known.length > SHORTEST && [label, ...parts].some((part) => oneApart(part, known))) return domain
  }
  return null
}

/** Endings that cost next to nothing and stand behind most of the mail that deceives. */
const CHEAP = new Set(
  (
    'asia bid buzz cam cc cfd click club cyou download fun gdn icu info ink link live loan men monster online pw quest ' +
    'rest sbs shop site stream su support tk top vip win work xyz'
  ).split(' '),
)

export const isCheap = (host: string): boolean => CHEAP.has(host.slice(host.lastIndexOf('.') + 1))

export const FREE_MAIL = new Set(
  (
    '126.com 139.com 163.com 189.cn aliyun.com foxmail.com gmail.com gmx.com hotmail.com icloud.com live.com mail.ru ' +
    'outlook.com proton.me protonmail.com qq.com sina.com sohu.com yahoo.com yandex.ru yeah.net'
  ).split(' '),
)

/** Domains that shorten addresses: what a link opens cannot be seen. */
export const SHORTENERS = new Set(
  (
    't.cn dwz.cn url.cn suo.im suo.nz mrw.so u6v.cn is.gd bit.ly tinyurl.com cutt.ly t.co goo.gl ow.ly rb.gy lnkd.in ' +
    'rebrand.ly t.ly v.gd s.id tiny.cc dwz.mk 3.cn sourl.cn buff.ly shorturl.at qrco.de'
  ).split(' '),
)
