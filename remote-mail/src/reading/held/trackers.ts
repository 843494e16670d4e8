import type { RemoteImage } from '@yanshu/mail-html'

/**
 * Hosts, or their ends, whose pictures in mail count readers: services that send newsletters or measure visits, and parts of
 * their addresses where the same host also has pictures that are content. Kept as data, so that one is added by a line.
 */
const KNOWN: readonly { readonly host: string; readonly path?: RegExp }[] = [
  { host: 'google-analytics.com' },
  { host: 'doubleclick.net' },
  { host: 'facebook.com', path: /^\/tr\b/ },
  { host: 'linkedin.com', path: /^\/(?:emimp|px)\b/ },
  { host: 'list-manage.com', path: /^\/track\// },
  { host: 'mailchimp.com', path: /^\/(?:track|open)/ },
  { host: 'sendgrid.net', path: /^\/(?:wf|ss\/o)\// },
  { host: 'mandrillapp.com', path: /^\/track\// },
  { host: 'mailgun.org', path: /^\/o\// },
  { host: 'sparkpostmail.com', path: /^\/q\// },
  { host: 'awstrack.me' },
  { host: 'hubspotemail.net' },
  { host: 'hubspotlinks.com' },
  { host: 'mailtrack.io' },
  { host: 'yesware.com', path: /^\/t/ },
  { host: 'getnotify.com' },
  { host: 'streak.com', path: /^\/.*pixel/i },
  { host: 'bananatag.com' },
  { host: 'cnzz.com' },
  { host: 'umeng.com' },
  { host: 'hm.baidu.com' },
  { host: 'sendcloud.net', path: /^\/track\// },
  { host: 'dm.aliyun.com', path: /^\/(?:trace|track)/ },
  { host: 'growingio.com' },
  { host: 'sensorsdata.cn' },
]

/** Names of the last part of an address by which pictures that count readers are known on any host. */
const NAMES = /\/(?:open|track(?:ing)?|pixel|beacon|spacer|blank|1x1|t)\.(?:gif|png|php|aspx|jsp)$/i

/** Whether a picture is there to learn that its mail was opened: too small to be seen, or of a known counter. */
export function isTracker({ url, pixel }: Pick<RemoteImage, 'url' | 'pixel'>): boolean {
  if (pixel) return true
  if (!URL.canParse(url)) return false
  const { hostname, pathname } = new URL(url)
  return (
    NAMES.test(pathname) ||
    KNOWN.some(
      ({ host, path }) =>
        (hostname === host || hostname.endsWith(`.${host}`)) && (path === undefined || path.test(pathname)),
    )
  )
}

/** What one host was, or would have been, asked for. */
export interface LedgerRow {
  readonly host: string
  readonly images: number
  readonly trackers: number
  readonly held: number
}

/** The pictures of a mail by their hosts, those with trackers first, then by number. */
export function ledgerOf(images: readonly RemoteImage[]): readonly LedgerRow[] {
  const rows = new Map<string, { host: string; images: number; trackers: number; held: number }>()
  for (const image of images) {
    const host = URL.canParse(image.url) ? new URL(image.url).hostname : image.url
    const row = rows.get(host) ?? { host, images: 0, trackers: 0, held: 0 }
    rows.set(host, row)
    row.images++
    if (isTracker(image)) row.trackers++
    if (image.held) row.held++
  }
  return [...rows.values()].sort(
    (a, b) => b.trackers - a.trackers || b.images - a.images || a.host.localeCompare(b.host),
  )
}
