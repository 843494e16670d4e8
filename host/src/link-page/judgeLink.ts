/** What is said about a link before it is opened. */
export interface LinkJudgement {
  readonly href: string
  readonly host: string
  readonly insecure: boolean
  /** The host has letters beyond ASCII, or hides what it is behind a user name. */
  readonly disguised: boolean
}

/** Judges the address of a link; null when it is none that a browser should open. */
export function judgeLink(text: string | null): LinkJudgement | null {
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
  }
}
