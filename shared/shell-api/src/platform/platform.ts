import type { ManifestKey } from '@yanshu/discovery/signature'

/** What an operator writes into the page, in `<script type="application/json" id="platform">`. */
export interface Platform {
  /** Where the calls are answered, with a slash at the end. */
  readonly apiBase: string
  /** Where the push socket is, absolute (`wss://…`) or a path of this origin. */
  readonly wsUrl: string
  /** Where the assistant's socket is; '' when there is none. */
  readonly aiUrl: string
  /** Where mobile browsers are sent; '' keeps them here. */
  readonly mobileUrl: string
  /** Whether a developer may load a build of a remote from their own machine. */
  readonly allowOverride: boolean
  /** Whether files that never change are also kept by a service worker. False removes one that is there. */
  readonly serviceWorker: boolean
  /** The name of the organisation, for the login page; '' when it is not set. */
  readonly organisation: string
  /** The organisation's line below the login. */
  readonly copyright: string
  /** Who may sign the manifest of the remotes; empty when it need not be signed. */
  readonly manifestKeys: readonly ManifestKey[]
  /** The origin besides the page's own that remotes may come from; '' for none. */
  readonly remotesOrigin: string
  /** Whether codes can be sent to phones: without that the ways that need them are not offered. */
  readonly sms: boolean
  /** Whether the organisation's single sign-on opens mailboxes. */
  readonly sso: boolean
  /** The mail domains; of several the login page offers the choice. */
  readonly domains: readonly string[]
  /** The host name at which the help panel is shown (§2, Layout); '' for nowhere. */
  readonly helpHost: string
}

export const PLATFORM_DEFAULTS: Platform = {
  apiBase: '/api/',
  wsUrl: '/ws',
  aiUrl: '/ws/ai',
  mobileUrl: '',
  allowOverride: false,
  serviceWorker: true,
  organisation: '',
  copyright: '',
  manifestKeys: [],
  remotesOrigin: '',
  sms: false,
  sso: false,
  domains: [],
  helpHost: '',
}

/** Reads from `written` every field of the right type; the rest keep their defaults. */
export function readPlatform(written: unknown): Platform {
  const given: Partial<Record<string, unknown>> = typeof written === 'object' && written !== null ? { ...written } : {}
  const text = (key: keyof Platform, fallback: string) => {
    const value = given[key]
    return typeof value === 'string' ? value : fallback
  }
  const base = text('apiBase', PLATFORM_DEFAULTS.apiBase)
  return {
    apiBase: base.endsWith('/') ? base : `${base}/`,
    wsUrl: text('wsUrl', PLATFORM_DEFAULTS.wsUrl).replace(/\/$/, ''),
    aiUrl: text('aiUrl', PLATFORM_DEFAULTS.aiUrl),
    mobileUrl: text('mobileUrl', ''),
    allowOverride: given.allowOverride === true,
    serviceWorker: given.serviceWorker !== false,
    organisation: text('organisation', ''),
    copyright: text('copyright', ''),
    manifestKeys: Array.isArray(given.manifestKeys) ? given.manifestKeys : [],
    remotesOrigin: text('remotesOrigin', ''),
    sms: given.sms === true,
    sso: given.sso === true,
    domains: Array.isArray(given.domains) ? given.domains.filter((one) => typeof one === 'string') : [],
    helpHost: text('helpHost', ''),
  }
}

let read: Platform | null = null

/** The settings of this deployment. Text that is not JSON counts as nothing written. */
export function platform(): Platform {
  if (read) return read
  let written: unknown = null
  try {
    written = JSON.parse(document.getElementById('platform')?.textContent ?? '')
  } catch {
    written = null
  }
  read = readPlatform(written)
  return read
}
