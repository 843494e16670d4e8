/** The cache of files that never change; the number goes up when what is kept in it changes its form. */
export const CACHE = 'yanshu-immutable-1'

/** So many files are kept at most; the oldest go first. A deployment has some eighty. */
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

/** Whether an answer may be kept: whole, from here, good, and what was asked for rather than an error page. */
export function isKeepable(response: { ok: boolean; status: number; type: string; contentType: string }): boolean {
  return (
    response.ok && response.status === 200 && response.type !== 'opaque' && !response.contentType.includes('text/html')
  )
}

/** Which of the kept addresses have to go, the oldest first. */
export const surplus = <T>(kept: readonly T[], max = MAX_FILES): readonly T[] =>
  kept.slice(0, Math.max(0, kept.length - max))
