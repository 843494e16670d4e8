/** What the browser reports about notifications of this site. */
export interface NotificationFacts {
  /** Whether the browser has them at all. */
  readonly supported: boolean
  /** Browsers give them to encrypted pages alone. */
  readonly secure: boolean
  readonly permission: NotificationPermission
}

/** `off`: the user has chosen none; the others: whether the desktop can show what the user has chosen, and if not, why. */
export type DesktopNotice = 'off' | 'allowed' | 'ask' | 'denied' | 'insecure' | 'unsupported'

/** Why, or that, new mail is shown on the desktop. An insecure page is always denied, so that is checked first. */
export function desktopNotice(wanted: boolean, { supported, secure, permission }: NotificationFacts): DesktopNotice {
  if (!wanted) return 'off'
  if (!supported) return 'unsupported'
  if (permission === 'granted') return 'allowed'
  if (!secure) return 'insecure'
  return permission === 'default' ? 'ask' : 'denied'
}
