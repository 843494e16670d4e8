import { isIP } from 'node:net'
import { DEFAULT_CONTROL_FILE_TYPES, isMailAddress } from '@yanshu/contracts'
import { BucketAddressError, type BucketSettings, bucketAt } from '@yanshu/s3'
import { OperatorError } from '../errors/operatorError.ts'

/** The settings as text, by name; an empty text counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Every reader of this file throws an `OperatorError` that names the setting and what is expected. */
const refuse = (name: string, expected: string, shown?: string): never => {
  throw new OperatorError(`${name}${shown === undefined ? '' : `=${shown}`}: expected ${expected}`)
}

const WORDS: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
}

/** A switch in the usual words, in any case. */
export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim()
  if (!text) return fallback
  return WORDS[text.toLowerCase()] ?? refuse(name, '1, true, yes or on, or else 0, false, no or off', text)
}

/** A whole number from 0 to `max`. */
export function readNumber<T>(env: Environment, name: string, fallback: T, max: number): number | T {
  const text = env[name]?.trim()
  if (!text) return fallback
  return /^\d{1,9}$/.test(text) && Number(text) <= max
    ? Number(text)
    : refuse(name, `a whole number from 0 to ${max}`, text)
}

/** The port to listen on; 0 takes a free one. */
export const readPort = <T>(env: Environment, name: string, fallback: T) => readNumber(env, name, fallback, 65_535)

/** `exe, .bat` as a list; `none` for no types at all, and the usual ones when it is unset. */
export function readFileTypes(env: Environment, name: string): readonly string[] {
  const text = env[name]?.trim()
  if (!text) return DEFAULT_CONTROL_FILE_TYPES
  if (text === 'none') return []
  return text.split(',').map((part) => {
    const type = part.trim().replace(/^\./, '').toLowerCase()
    return /^[^\s./\\]{1,20}$/u.test(type) ? type : refuse(name, 'extensions parted by commas, or none', text)
  })
}

/** The name of a machine, such as `mail.example.org`. */
export function readHostname(env: Environment, name: string, fallback: string): string {
  const text = env[name]?.trim()
  if (!text) return fallback
  return /^(?=.{1,253}$)[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.?$/u.test(
    text,
  )
    ? text
    : refuse(name, 'the name of a machine, such as mail.example.org', text)
}

/** An address to listen on: an IP address or a name of this machine. */
export function readListenAddress(env: Environment, name: string, fallback: string): string {
  const text = env[name]?.trim()
  return text && isIP(text) ? text : readHostname(env, name, fallback)
}

/** `smtp://user:password@host:port` or `smtps://…`; null for none. Errors do not contain the password. */
export function readRelay(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  const url = addressIn(name, text, ['smtp:', 'smtps:'], 'smtp://user:password@host:port')
  if (!['', '/'].includes(url.pathname)) refuse(name, 'nothing after the port but options, such as ?requireTLS=true')
  return text
}

/** A server that takes mail for one domain, or for all below it where `domain` begins with a dot. */
export interface Route {
  /** In lower case. */
  readonly domain: string
  readonly url: string
}

const HOSTS = 'host names or addresses without ports, with spaces between them'

/** `mail.old.example 10.0.0.7`; in lower case. */
export function readHosts(env: Environment, name: string): readonly string[] {
  const hosts = (env[name]?.trim().toLowerCase() ?? '').split(/\s+/).filter((text) => text !== '')
  return hosts.map((host) => (isIP(host) !== 0 || /^[\p{L}\p{N}_.-]+$/u.test(host) ? host : refuse(name, HOSTS)))
}

const ROUTES = 'domain=smtp://host:port for each domain, with spaces between them'

/** `partner.example=smtp://host .example.org=smtps://user:password@host:465`. Errors do not contain passwords. */
export function readRoutes(env: Environment, name: string): readonly Route[] {
  const routes = (env[name]?.trim() ?? '').split(/\s+/).filter((text) => text !== '')
  return routes.map((text) => {
    const [, domain, relay] = /^(\.?[^=@/:\s]+)=(.+)$/.exec(text) ?? refuse(name, ROUTES)
    const url = readRelay({ [name]: relay }, name)
    if (domain === undefined || url === null) return refuse(name, ROUTES)
    return { domain: domain.toLowerCase(), url }
  })
}

/** `https://KEY-ID:SECRET@host/bucket[/folder][?region=…]`; null for none. Errors do not contain the secret. */
export function readS3(env: Environment, name: string): BucketSettings | null {
  const text = env[name]?.trim()
  if (!text) return null
  try {
    return bucketAt(text)
  } catch (error) {
    if (!(error instanceof BucketAddressError)) throw error
    return refuse(name, error.expected)
  }
}

/** Where remotes are published for browsers besides this server: an address without a slash at its end; null for none. */
export function readRemotesUrl(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !['https:', 'http:'].includes(url.protocol)) {
    return refuse(name, 'an address such as https://static.example.org, to which /r/REMOTE/… is added', text)
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** `postgres://user:password@host/name`; null for none. Errors do not contain the password. */
export function readDatabase(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  const url = addressIn(name, text, ['postgres:', 'postgresql:'], 'postgres://user:password@host/name')
  if (url.pathname.length < 2) refuse(name, 'the name of a database at the end: postgres://user:password@host/name')
  return text
}

/** An address of one of these protocols. */
export function addressIn(name: string, text: string, protocols: readonly string[], form: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !protocols.includes(url.protocol) || (url.hostname === '' && !url.searchParams.has('host'))) {
    return refuse(name, `${form}; in user and password, write characters such as @ / : # in percent-encoding (%40)`)
  }
  // A password with a # in it: what follows would be lost, and the host be another.
  if (url.hash) refuse(name, `no # in the address; write %23 instead, as in ${form}`)
  return url
}

/** An address with its password hidden, for people to read. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.password) url.password = '***'
  for (const key of url.searchParams.keys()) if (/pass/i.test(key)) url.searchParams.set(key, '***')
  return url.toString()
}

/**
 * Which proxies in front are trusted about the caller's address: none, the nearest so many, or those of these networks.
 */
export type TrustedProxies = false | number | readonly string[]

const PROXIES_MAX = 10

/**
 * The proxies in front: how many there are, or their networks. `true` is refused: any X-Forwarded-For would be trusted.
 */
export function readTrustedProxies(env: Environment, name: string): TrustedProxies {
  const text = env[name]?.trim()
  if (!text || ['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return false
  if (/^\d{1,2}$/.test(text) && Number(text) <= PROXIES_MAX) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  return refuse(
    name,
    `the number of proxies in front (1 to ${PROXIES_MAX}), or their networks, as in 10.0.0.0/8, ::1`,
    text,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** From which level on events are written. */
export function readLogLevel(env: Environment, name: string): LogLevel {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return 'info'
  return LOG_LEVELS.find((level) => level === text) ?? refuse(name, LOG_LEVELS.join(', '), text)
}

/** A shorter secret can be guessed by trying. */
const TOKEN_MIN = 16

/** A secret that a program sends in a header; null for none. Errors do not contain the secret. */
export function readToken(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  return text.length >= TOKEN_MIN && /^[\x21-\x7e]+$/.test(text)
    ? text
    : refuse(name, `at least ${TOKEN_MIN} visible ASCII characters`)
}

const CHALLENGE_AFTER_MAX = 100

/** `always`, `never`, or after how many failed logins a challenge is asked for. 0 is always, null never. */
export function readLoginChallenge(env: Environment, name: string, fallback: number): number | null {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return fallback
  if (text === 'always') return 0
  if (text === 'never') return null
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= CHALLENGE_AFTER_MAX
    ? Number(text)
    : refuse(name, `always, never, or a number of failed logins from 1 to ${CHALLENGE_AFTER_MAX}`, text)
}

/** How short messages go out: written to the log, for who tries the product out, or by an HTTP gateway. */
export type SmsSettings =
  | { readonly kind: 'log' }
  | { readonly kind: 'gateway'; readonly url: string; readonly token: string | null }

/** A program that makes PDF of documents, and what keeps it apart: `bwrap` of this machine, or what the operator has arranged. */
export interface ExactPagesSettings {
  readonly jail: 'bwrap' | null
  readonly program: string
}

/** `bwrap:/path/of/soffice`, or `as-is:/path` for a program that is isolated already. */
export function readExactPages(env: Environment, name: string): ExactPagesSettings | null {
  const text = env[name]?.trim()
  if (!text || text === 'none') return null
  const [, jail, program] =
    /^(bwrap|as-is):(\/.+)$/.exec(text) ?? refuse(name, 'none, bwrap:/usr/bin/soffice or as-is:/path', text)
  return { jail: jail === 'bwrap' ? jail : null, program: program ?? '' }
}

const SMS_FORM = 'none, log, or the address of a gateway, as in https://:TOKEN@sms.example.org/send'

/**
 * `none`, `log` or `https://[:TOKEN@]host/path`. When it is not set, a demonstration writes to its log and no other server
 * sends anything. Error messages leave out the token.
 */
export function readSms(env: Environment, name: string, demo: boolean): SmsSettings | null {
  const text = env[name]?.trim()
  if (!text) return demo ? { kind: 'log' } : null
  if (text === 'none') return null
  if (text === 'log') return { kind: 'log' }
  const url = addressIn(name, text, ['https:', 'http:'], SMS_FORM)
  const token = decodeURIComponent(url.password) || null
  url.username = ''
  url.password = ''
  return { kind: 'gateway', url: url.href, token }
}

/** An OpenID Connect provider, and what this system is to it. */
export interface SsoSettings {
  /** Its issuer, below which `/.well-known/openid-configuration` lies. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const SSO_FORM = 'https://CLIENT-ID:SECRET@sso.example.org/path'

/** `https://CLIENT-ID:SECRET@host/path`; null for none. Plain http only on this machine. Errors do not contain the secret. */
export function readSso(env: Environment, name: string): SsoSettings | null {
  const text = env[name]?.trim()
  if (!text) return null
  const url = addressIn(name, text, ['https:', 'http:'], SSO_FORM)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url.username || !url.password || url.search || (url.protocol === 'http:' && !isHere)) refuse(name, SSO_FORM)
  return {
    issuer: url.origin + url.pathname,
    clientId: decodeURIComponent(url.username),
    clientSecret: decodeURIComponent(url.password),
  }
}

/** A program that is registered with a provider of mail, to renew access tokens (RFC 6749 §6). */
export interface TokenClient {
  /** The IMAP server that the tokens are for. */
  readonly host: string
  /** Where tokens are renewed. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

const TOKENS_FORM = 'imap.host=https://CLIENT-ID:SECRET@host/path for each server, with spaces between them'

/** `imap.host=https://CLIENT-ID:SECRET@host/path …`. Plain http only on this machine. Errors do not contain secrets. */
export function readTokenClients(env: Environment, name: string): readonly TokenClient[] {
  const clients = (env[name]?.trim() ?? '').split(/\s+/).filter((text) => text !== '')
  return clients.map((text) => {
    const [, host = '', address = ''] = /^([^=@/:\s]+)=(.+)$/.exec(text) ?? refuse(name, TOKENS_FORM)
    const url = addressIn(name, address, ['https:', 'http:'], TOKENS_FORM)
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
    if (!url.username || url.hash || (url.protocol === 'http:' && !isHere)) refuse(name, TOKENS_FORM)
    return {
      host: host.toLowerCase(),
      url: url.origin + url.pathname + url.search,
      clientId: decodeURIComponent(url.username),
      clientSecret: decodeURIComponent(url.password),
    }
  })
}

/** `https://host/path` of another program; null for none. */
export function readHttpAddress(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  return addressIn(name, text, ['https:', 'http:'], 'https://host/path').href
}

/** One mail address; null for none. */
export function readMailAddress(env: Environment, name: string): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  return isMailAddress(text) ? text.toLowerCase() : refuse(name, 'a mail address, such as help@example.org', text)
}

/** The address of an outside system with `{token}` where the token of who comes is put, and other marks; null for none. */
export function readLinkAddress(env: Environment, name: string, marks: readonly string[] = ['{token}']): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  const form = `https://host/path with ${marks.join(' and ')} in it`
  if (!marks.every((mark) => text.includes(mark))) refuse(name, form)
  const url = URL.canParse(text) ? new URL(text) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? text : refuse(name, form)
}

/** A network that the operator has given a name. */
export interface NamedNetwork {
  readonly address: string
  readonly prefix: number
  readonly name: string
}

/** `10.1.0.0/16=Head office, 2001:db8::/32=VPN` as a list. */
export function readNetworks(env: Environment, name: string): readonly NamedNetwork[] {
  const text = env[name]?.trim()
  if (!text) return []
  return text.split(',').map((part) => {
    const [, address = '', digits = '', called = ''] =
      /^\s*([\d.a-f:]+)\/(\d{1,3})\s*=\s*(.{1,60}?)\s*$/i.exec(part) ?? []
    const version = isIP(address)
    const prefix = Number(digits)
    if (version === 0 || called === '' || prefix > (version === 6 ? 128 : 32)) {
      return refuse(name, 'networks with their names, such as 10.1.0.0/16=Head office', part.trim())
    }
    return { address, prefix, name: called }
  })
}

const ONE_IN_MAX = 100

/** Of how many pages one reports what goes well; `off` (0) for none that reports anything. */
export function readOneIn(env: Environment, name: string, fallback: number): number {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return fallback
  if (text === 'off') return 0
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= ONE_IN_MAX
    ? Number(text)
    : refuse(name, `off, or of how many pages one reports what goes well, from 1 to ${ONE_IN_MAX}`, text)
}

/** A version fails for more than so many percent of at least so many people. */
export interface CanaryLimit {
  readonly percent: number
  readonly tried: number
}

const TRIED_MAX = 1_000_000

/** `10/20`: more than 10 percent of at least 20 people, each counted once an hour; `off` (null) for never. */
export function readCanaryRule(env: Environment, name: string, fallback: CanaryLimit): CanaryLimit | null {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return fallback
  if (text === 'off') return null
  const [, percent = 0, tried = 0] = (/^(\d{1,2})\/(\d{1,7})$/.exec(text) ?? []).map(Number)
  return percent > 0 && tried > 0 && tried <= TRIED_MAX
    ? { percent, tried }
    : refuse(name, 'off, or percent and people as in 10/20: more than 10 percent of at least 20', text)
}
