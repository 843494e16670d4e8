import { go, useSession, useSettings, useT } from '@yanshu/shell-api'
import { type Anchor, Menu, type MenuEntry } from '@yanshu/ui'
import { preloadRoute } from '../federation-state/remotes.ts'
import { BOTTOM_ENTRIES } from '../layout/BottomBar.tsx'
import type { Layer } from '../layout/layers.ts'
import { useNav } from '../layout/useNav.ts'
import { pointAt } from '../navigation/pointAt.ts'
import { askToLock } from '../screen-lock/lockNow.ts'
import { askAndSignOut } from '../unsaved/mayLeave.tsx'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import { openConsole } from './openConsole.ts'

/** Which menu of the top bar: everything further, how it looks, or on a phone both, behind the person. */
export type BarMenuKind = 'more' | 'looks' | 'person'

interface BarMenuProps {
  kind: BarMenuKind
  anchor: Anchor
  /** Which line has the focus when it opens. */
  start: 'first' | 'last'
  onLayer: (layer: Layer) => void
  onAccount: () => void
  onAnnouncements: () => void
  onClose: () => void
}

/** The menus of the top bar, each entry under its condition (§2, Top bar). */
export function BarMenu({ kind, anchor, start, onLayer, onAccount, onAnnouncements, onClose }: BarMenuProps) {
  const say = useT('shell')
  const session = useSession()
  const { consoleLink, islockscreen, privateEnable, showLogout, unreadAnnouncements } = useSettings()
  const offered = useNav('more')
  const bottom = useNav('bottom')
  const phone = kind === 'person'
  const user = session.status === 'open' ? session.user : null
  const name = user?.userName || (session.status === 'open' ? session.userMail : '')

  // Entries that do not fit into the bottom bar; an entry that is in the top bar anyway is listed once.
  const views = [
    ...offered,
    ...(phone ? bottom.slice(BOTTOM_ENTRIES).filter(({ path }) => !offered.some((one) => one.path === path)) : []),
  ]
  const layer = (id: Layer, label: string, more: Partial<MenuEntry> = {}): MenuEntry =>
    ({ id, label: say(label), onSelect: () => onLayer(id), ...more }) as MenuEntry
  const more: MenuEntry[] = [
    ...views.map(({ path, label, icon }) => ({
      id: path,
      label,
      icon,
      onSelect: () => go(path, { withAnswer: true }),
    })),
    ...(phone
      ? [
          {
            id: 'announcements',
            label:
              unreadAnnouncements > 0
                ? say('announcements.unread', { count: unreadAnnouncements })
                : say('announcements.title'),
            icon: 'bell',
            onSelect: onAnnouncements,
          } as const,
        ]
      : []),
    { kind: 'separator', id: 'views-line' },
    layer('palette', 'topBar.palette', { icon: 'search', shortcut: 'Mod+K' }),
    layer('offline', 'offline.title', { icon: 'download' }),
    layer('help', 'help.title', { icon: 'help' }),
    ...(phone ? [] : [layer('sheet', 'shortcuts.sheet', { icon: 'keyboard', shortcut: '?' })]),
    ...(islockscreen
      ? [{ id: 'lock', label: say('topBar.lock'), icon: 'lock', shortcut: 'Alt+L', onSelect: askToLock } as const]
      : []),
    ...(privateEnable === 0 ? [layer('feedback', 'feedback.title', { icon: 'edit' })] : []),
    ...(consoleLink && user?.isAdmin === 1
      ? [
          {
            id: 'console',
            label: say('topBar.console'),
            icon: 'external',
            onSelect: () => void openConsole(),
          } as const,
        ]
      : []),
  ]
  const signingOut: MenuEntry[] = showLogout
    ? [
        { kind: 'separator', id: 'out-line' },
        { id: 'out', label: say('topBar.signOut'), icon: 'logout', onSelect: () => void askAndSignOut() },
      ]
    : []

  /** Where the line leads that an event came to. */
  const pathOn = (target: EventTarget) =>
    target instanceof Element
      ? views.find(({ label }) => label === target.closest('[role=menuitem]')?.textContent)?.path
      : undefined
  if (kind === 'more') {
    return (
      // Events of a menu come to what draws it; its lines take the focus from the pointer, too.
      // biome-ignore lint/a11y/noStaticElementInteractions: the lines of the menu are acted on
      <div
        hidden
        onFocus={({ target }) => {
          const path = target.matches(':hover, :focus-visible') ? pathOn(target) : undefined
          if (path) pointAt(path)
        }}
        onPointerDown={({ target }) => {
          const path = pathOn(target)
          if (path) preloadRoute(path)
        }}
      >
        <Menu
          open
          start={start}
          anchor={anchor}
          items={[...more, ...signingOut]}
          label={say('topBar.more')}
          placement="bottom-end"
          onClose={onClose}
        />
      </div>
    )
  }
  const label = phone ? say('topBar.account', { name }) : say('topBar.appearance')
  return (
    <AppearanceMenu
      anchor={anchor}
      label={label}
      oneColumn={phone}
      before={
        phone
          ? [
              { id: 'account', label, icon: 'user', onSelect: onAccount },
              ...more,
              { kind: 'separator', id: 'looks-line' },
            ]
          : []
      }
      after={phone ? signingOut : []}
      start={start}
      onClose={onClose}
    />
  )
}
