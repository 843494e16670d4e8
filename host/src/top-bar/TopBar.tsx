import { go, Slot, tabs, useSession, useSettings, useT } from '@yanshu/shell-api'
import { Avatar, confirm, GooseMark, IconButton, MenuButton, type MenuEntry, Popover } from '@yanshu/ui'
import { memo, useCallback, useRef, useState } from 'react'
import { BOTTOM_ENTRIES } from '../layout/BottomBar.tsx'
import { useNav } from '../layout/useNav.ts'
import { AppearanceMenu, askToLock, BackToOwn, UserCard } from '../on-demand/onDemand.tsx'
import { signOut } from '../shell/sessionWork.ts'
import css from './topBar.module.css'

interface TopBarProps {
  mobile: boolean
  home: string
  onMenu: () => void
  onHelp: () => void
  onPalette: () => void
}

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

/** The mark, search, appearance and the user. */
export const TopBar = memo(function TopBar({ mobile, home, onMenu, onHelp, onPalette }: TopBarProps) {
  const say = useT('shell')
  const { showLogout, islockscreen } = useSettings()
  const session = useSession()
  const nav = useNav('more')
  const bottom = useNav('bottom')
  const [card, setCard] = useState(false)
  const [looks, setLooks] = useState<'first' | 'last' | null>(null)
  const closeLooks = useCallback(() => setLooks(null), [])
  const palette = useRef<HTMLButtonElement>(null)
  const person = useRef<HTMLButtonElement>(null)
  const user = session.status === 'open' ? session.user : null
  const userMail = session.status === 'open' ? session.userMail : ''
  const name = user?.userName || userMail

  const signingOut: MenuEntry[] = showLogout
    ? [
        { kind: 'separator', id: 'out-line' },
        { id: 'out', label: say('topBar.signOut'), icon: 'logout', onSelect: () => void askAndSignOut(say) },
      ]
    : []
  const more: MenuEntry[] = [
    // Entries that do not fit into the bottom bar; an entry that is in the top bar anyway is listed once.
    ...[
      ...nav,
      ...(mobile ? bottom.slice(BOTTOM_ENTRIES).filter(({ path }) => !nav.some((one) => one.path === path)) : []),
    ].map(({ path, label, icon }) => ({
      id: path,
      label,
      icon,
      onSelect: () => go(path),
    })),
    { id: 'palette', label: say('topBar.palette'), icon: 'search', shortcut: 'Mod+K', onSelect: onPalette },
    ...(mobile
      ? []
      : [{ id: 'help', label: say('topBar.help'), icon: 'keyboard', shortcut: '?', onSelect: onHelp } as const]),
    ...(islockscreen
      ? [{ id: 'lock', label: say('topBar.lock'), icon: 'lock', shortcut: 'Alt+L', onSelect: askToLock } as const]
      : []),
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
        {!mobile && <BackToOwn />}
        <Slot name="topbar.tool" major={1} props={{}} />
        {!mobile && (
          <>
            <IconButton
              ref={palette}
              icon="palette"
              label={say('topBar.appearance')}
              aria-haspopup="menu"
              aria-expanded={looks !== null}
              onClick={() => setLooks(looks ? null : 'first')}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                event.preventDefault()
                setLooks(event.key === 'ArrowUp' ? 'last' : 'first')
              }}
            />
            <IconButton icon="help" label={say('topBar.help')} shortcut="?" onClick={onHelp} />
            <MenuButton icon="more" label={say('topBar.more')} items={[...more, ...signingOut]} />
          </>
        )}
        {looks && !mobile && (
          <AppearanceMenu anchor={palette} label={say('topBar.appearance')} start={looks} onClose={closeLooks} />
        )}
        <button
          ref={person}
          type="button"
          className={css.person}
          aria-label={say('topBar.account', { name })}
          aria-haspopup={mobile ? 'menu' : 'dialog'}
          aria-expanded={card || (mobile && looks !== null)}
          onClick={() => (mobile ? setLooks(looks ? null : 'first') : setCard(!card))}
        >
          <Avatar name={user?.userName} address={userMail} src={user?.avatar || undefined} size={28} />
        </button>
        {/* On a phone everything else of the bar stands behind the person. */}
        {looks && mobile && (
          <AppearanceMenu
            anchor={person}
            label={say('topBar.account', { name })}
            oneColumn
            before={[
              { id: 'account', label: say('topBar.account', { name }), icon: 'user', onSelect: () => setCard(true) },
              ...more,
              { kind: 'separator', id: 'looks' },
            ]}
            after={signingOut}
            start={looks}
            onClose={closeLooks}
          />
        )}
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
