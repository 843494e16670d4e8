import { MAIL_FRAME_PATH } from '@yanshu/contracts'

/** The cache of files that never change; the number goes up when what is kept in it changes its form. */
export const CACHE = 'yanshu-immutable-2'

/** The cache of the page itself, used only where there is no network. */
export const PAGE_CACHE = 'yanshu-page-1'

/** The most files that are kept; the oldest are deleted first. A deployment has some eighty. */
export const MAX_FILES = 400

/**
 * Whether a request is for a file whose content belongs to its address: builds of the host and of remotes. Pages,
 * manifests and calls never are, so what decides about versions and mail always comes from the server.
 */
export function isImmutable(request: { method: string; url: string; range: boolean }, origin: string): boolean {
  if (request.method !== 'GET' || request.range) return false
  const url = new URL(request.url)
  if (url.origin !== origin || url.search !== '') return false
  return (
    /^\/(app|assets)\/[^/]+\.[0-9a-f]{8}\.\w+$/.test(url.pathname) || /^\/r\/[^/]+\/[^/]+\/.+\.\w+$/.test(url.pathname)
  )
}

/** Whether a request is for the application's page. */
export function isPage(request: { method: string; url: string; mode: string }, origin: string): boolean {
  const url = new URL(request.url)
  return request.method === 'GET' && request.mode === 'navigate' && url.origin === origin && url.pathname === '/'
}

/** Whether a request is for the empty document into which mails are written. */
export function isMailFrame(request: { method: string; url: string; mode: string }, origin: string): boolean {
  const url = new URL(request.url)
  return (
    request.method === 'GET' &&
    request.mode === 'navigate' &&
    url.origin === origin &&
    url.pathname === MAIL_FRAME_PATH &&
    url.search === ''
  )
}

/** Content types by the ending of the address; a file with another ending is not kept. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png\b/,
  jpg: /^image\/jpeg\b/,
  jpeg: /^image\/jpeg\b/,
  webp: /^image\/webp\b/,
  avif: /^image\/avif\b/,
  woff2: /^font\/woff2\b/,
}

/** What is known of an answer before it is kept. */
export interface Answer {
  readonly url: string
  readonly status: number
  readonly type: string
  readonly contentType: string
  /** Whether the browser compared it with a hash: an answer that differs is an error and never seen. */
  readonly checked: boolean
}

/**
 * Whether an answer may be kept: whole, from here, of the content type that its address promises, and a script only
 * when it was compared with its hash. A kept file is served for as long as the build is used.
 */
export function isKeepable({ url, status, type, contentType, checked }: Answer): boolean {
  const ending = new URL(url).pathname.split('.').at(-1) ?? ''
  return (
    status === 200 &&
    type !== 'opaque' &&
    (checked || ending !== 'js') &&
    (TYPES[ending]?.test(contentType.toLowerCase()) ?? false)
  )
}

/** Whether a file is requested because the kept copy is damaged. */
export const isAskedAnew = (request: { cache: string }): boolean =>
  request.cache === 'reload' || request.cache === 'no-store'

/** Which of the kept addresses have to go, the oldest first. */
export const surplus = <T>(kept: readonly T[], max = MAX_FILES): readonly T[] =>
  kept.slice(0, Math.max(0, kept.length - max))
