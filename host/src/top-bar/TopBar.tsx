import type { GeneralSettings } from '@yanshu/contracts'
import { go, Slot, settings, tabs, useGeneral, useLanguage, useSession, useSettings, useT } from '@yanshu/shell-api'
import { Avatar, confirm, GooseMark, IconButton, Menu, MenuButton, type MenuEntry, Popover, SKINS } from '@yanshu/ui'
import { memo, useRef, useState } from 'react'
import { BOTTOM_ENTRIES } from '../layout/BottomBar.tsx'
import { useNav } from '../layout/useNav.ts'
import { UserCard } from '../on-demand/onDemand.tsx'
import { signOut } from '../shell/sessionWork.ts'
import css from './topBar.module.css'

interface TopBarProps {
  mobile: boolean
  home: string
  onMenu: () => void
  onHelp: () => void
  onPalette: () => void
}

// A failed save has been told and taken back.
const save = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]) =>
  void settings.save(key, value).catch(() => undefined)

async function askAndSignOut(say: (key: string) => string): Promise<void> {
  const dirty = tabs.list().some((tab) => tab.dirty)
  const sure =
    !dirty ||
    (await confirm({
      title: say('topBar.signOutQuestion'),
      text: say('topBar.signOutText'),
      yes: say('topBar.signOut'),
    }))
  if (sure) await signOut()
}

/** Mark, search, how it looks, who is here. */
export const TopBar = memo(function TopBar({ mobile, home, onMenu, onHelp, onPalette }: TopBarProps) {
  const say = useT('shell')
  const language = useLanguage()
  const general = useGeneral()
  const { showLogout } = useSettings()
  const session = useSession()
  const nav = useNav('more')
  const bottom = useNav('bottom')
  const [card, setCard] = useState(false)
  const [menu, setMenu] = useState(false)
  const person = useRef<HTMLButtonElement>(null)
  const user = session.status === 'open' ? session.user : null
  const userMail = session.status === 'open' ? session.userMail : ''
  const name = user?.userName || userMail

  const choice = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K], label: string): MenuEntry => ({
    id: `${key}:${value}`,
    label,
    checked: general[key] === value,
    radio: true,
    stay: true,
    onSelect: () => save(key, value),
  })
  const layouts: MenuEntry[] = [
    { kind: 'heading', id: 'layout', label: say('topBar.layout') },
    choice('layout', 3, say('topBar.layout3')),
    choice('layout', 2, say('topBar.layout2')),
  ]
  const appearance: MenuEntry[] = [
    // A phone has room for one column.
    ...(mobile ? [] : layouts),
    { kind: 'heading', id: 'font', label: say('topBar.fontSize') },
    choice('fontSize', 1, say('topBar.fontSize1')),
    choice('fontSize', 2, say('topBar.fontSize2')),
    choice('fontSize', 3, say('topBar.fontSize3')),
    { kind: 'heading', id: 'mode', label: say('topBar.colorMode') },
    choice('colorMode', 'light', say('topBar.light')),
    choice('colorMode', 'dark', say('topBar.dark')),
    choice('colorMode', 'system', say('topBar.system')),
    { kind: 'separator', id: 'line' },
    {
      kind: 'submenu',
      id: 'skin',
      label: say('topBar.skin'),
      icon: 'palette',
      items: SKINS.map((skin) => ({ ...choice('skin', skin.id, skin[language]), dot: skin.swatch })),
    },
    {
      kind: 'submenu',
      id: 'language',
      label: say('topBar.language'),
      icon: 'language',
      items: [choice('language', 'zh', '中文'), choice('language', 'en', 'English')],
    },
  ]
  const signingOut: MenuEntry[] = showLogout
    ? [
        { kind: 'separator', id: 'out-line' },
        { id: 'out', label: say('topBar.signOut'), icon: 'logout', onSelect: () => void askAndSignOut(say) },
      ]
    : []
  const more: MenuEntry[] = [
    // What the bar at the foot has no room for.
    ...[...nav, ...(mobile ? bottom.slice(BOTTOM_ENTRIES) : [])].map(({ path, label, icon }) => ({
      id: path,
      label,
      icon,
      onSelect: () => go(path),
    })),
    { id: 'palette', label: say('topBar.palette'), icon: 'search', shortcut: 'Mod+K', onSelect: onPalette },
    ...(mobile
      ? []
      : [{ id: 'help', label: say('topBar.help'), icon: 'keyboard', shortcut: '?', onSelect: onHelp } as const]),
  ]

  return (
    <header className={css.bar}>
      {!mobile && <IconButton icon="menu" label={say('topBar.menu')} onClick={onMenu} />}
      <a
        className={css.brand}
        href={`#${home}`}
        aria-label={`${say('product')} - ${say('topBar.home')}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          go(home)
        }}
      >
        <GooseMark size={22} />
        {!mobile && <span>{say('product')}</span>}
      </a>
      <div className={css.search}>
        <Slot name="topbar.search" major={1} props={{}} />
      </div>
      <div className={css.tools}>
        <Slot name="topbar.tool" major={1} props={{}} />
        {!mobile && (
          <>
            <MenuButton icon="palette" label={say('topBar.appearance')} items={appearance} />
            <IconButton icon="help" label={say('topBar.help')} shortcut="?" onClick={onHelp} />
            <MenuButton icon="more" label={say('topBar.more')} items={[...more, ...signingOut]} />
          </>
        )}
        <button
          ref={person}
          type="button"
          className={css.person}
          aria-label={say('topBar.account', { name })}
          aria-haspopup={mobile ? 'menu' : 'dialog'}
          aria-expanded={card || menu}
          onClick={() => (mobile ? setMenu(!menu) : setCard(!card))}
        >
          <Avatar name={user?.userName} address={userMail} src={user?.avatar || undefined} size={28} />
        </button>
        {/* On a phone everything else of the bar stands behind the person. */}
        <Menu
          open={menu}
          anchor={person}
          label={say('topBar.account', { name })}
          items={[
            { id: 'account', label: say('topBar.account', { name }), icon: 'user', onSelect: () => setCard(true) },
            ...more,
            { kind: 'separator', id: 'looks' },
            ...appearance,
            ...signingOut,
          ]}
          placement="bottom-end"
          onClose={() => setMenu(false)}
        />
        <Popover
          open={card}
          onClose={() => setCard(false)}
          anchor={person}
          placement="bottom-end"
          label={say('topBar.account', { name })}
        >
          <UserCard
            user={user}
            userMail={userMail}
            onSignOut={showLogout ? () => void askAndSignOut(say) : undefined}
          />
        </Popover>
      </div>
    </header>
  )
})
