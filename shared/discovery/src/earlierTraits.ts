import type { Contributes, RouteClaim } from './contributes.ts'

/** What hosts knew of a route, and of the remote that has it, before remotes declared it. */
interface Earlier extends Omit<Contributes, 'routes'> {
  readonly route?: Partial<RouteClaim>
}

const INBOX = { zh: '收件箱', en: 'Inbox' }
const SENT = { zh: '已发送', en: 'Sent' }
const DRAFTS = { zh: '草稿箱', en: 'Drafts' }
const STARRED = { zh: '星标', en: 'Starred' }
const SETTINGS = { zh: '设置', en: 'Settings' }
const MANAGE = { zh: '管理文件夹和标签', en: 'Manage folders and labels' }

/**
 * Versions of remotes from before routes had traits stay in manifests, pinned or to fall back to, and are to behave as they
 * did. By the prefix of a route.
 */
const EARLIER: Readonly<Record<string, Earlier>> = {
  write: { route: { manyTabs: true, bare: true, reopen: false } },
  dashboard: { route: { home: 10 } },
  inbox: {
    route: { home: 20 },
    shortcuts: [
      { keys: 'g i', path: '/inbox', title: INBOX },
      { keys: 'g t', path: '/outbox', title: SENT },
      { keys: 'g d', path: '/draftbox', title: DRAFTS },
      { keys: 'g s', path: '/favorite', title: STARRED },
    ],
    folders: {
      inbox: '/inbox',
      sent: '/outbox',
      drafts: '/draftbox',
      trash: '/recyclebin',
      spam: '/spam',
      custom: '/custombox/:id',
      outside: '/otherfolders/other2/:id',
      label: '/otherfolders2/other2/:id',
    },
  },
  set: {
    nav: [{ place: 'sidebar.manage', path: '/set/foldermanagement', title: MANAGE, icon: 'settings' }],
    shortcuts: [{ keys: 'g ,', path: '/set/normalset', title: SETTINGS }],
  },
}

const TRAITS = ['manyTabs', 'oneTab', 'bare', 'reopen', 'home'] as const

const isDeclared = ({ routes, shortcuts, folders }: Contributes): boolean =>
  shortcuts !== undefined ||
  folders !== undefined ||
  routes.some((route) => TRAITS.some((trait) => route[trait] !== undefined))

/** What a version adds, with what hosts knew of it where it is from before remotes declared traits, shortcuts and folders. */
export function withEarlierTraits(contributes: Contributes): Contributes {
  const { routes, nav = [] } = contributes
  const known = isDeclared(contributes) ? [] : routes.flatMap(({ prefix }) => EARLIER[prefix] ?? [])
  if (known.length === 0) return contributes
  const folders = known.find((one) => one.folders)?.folders
  return {
    ...contributes,
    routes: routes.map((route) => ({ ...route, ...EARLIER[route.prefix]?.route })),
    nav: [...nav, ...known.flatMap((one) => one.nav ?? [])],
    shortcuts: known.flatMap((one) => one.shortcuts ?? []),
    ...(folders ? { folders } : {}),
  }
}
