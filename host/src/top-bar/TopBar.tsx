import { go, knownUser, Slot, useFillers, useSession, useSettings, useT } from '@yanshu/shell-api'
import { Avatar, GooseMark, IconButton, type IconName, Popover } from '@yanshu/ui'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import type { Layer } from '../layout/layers.ts'
import { Announcements, askAndSignOut, BackToOwn, BarMenu, UserCard } from '../on-demand/onDemand.tsx'
import { atRestAfterFirstView } from '../outlet/firstView.ts'
import type { BarMenuKind } from './BarMenu.tsx'
import css from './topBar.module.css'

interface TopBarProps {
  mobile: boolean
  home: string
  onMenu: () => void
  onLayer: (layer: Layer) => void
}

type Start = 'first' | 'last'

/** The mark, search, announcements, appearance and the user. What they open comes on demand. */
export const TopBar = memo(function TopBar({ mobile, home, onMenu, onLayer }: TopBarProps) {
  const say = useT('shell')
  const { showLogout, unreadAnnouncements } = useSettings()
  const session = useSession()
  const [card, setCard] = useState(false)
  // The tools of remotes come after the view that was asked for.
  const [tools, setTools] = useState(false)
  useEffect(() => atRestAfterFirstView(() => setTools(true)), [])
  // Their room is there before they are, so that the search does not move.
  const late = useFillers('topbar.tool').length
  const [news, setNews] = useState(false)
  const [menu, setMenu] = useState<{ kind: BarMenuKind; start: Start } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const closeNews = useCallback(() => setNews(false), [])
  const bell = useRef<HTMLButtonElement>(null)
  const person = useRef<HTMLButtonElement>(null)
  const looks = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const anchors = { looks, more, person }
  const user = session.status === 'open' ? session.user : null
  const userMail = session.status === 'open' ? session.userMail : ''
  // A page that starts without a network shows the name of the last login.
  const name = (user ?? knownUser())?.userName || userMail

  const menuButton = (kind: 'looks' | 'more', icon: IconName, label: string) => (
    <IconButton
      ref={anchors[kind]}
      icon={icon}
      label={label}
      aria-haspopup="menu"
      aria-expanded={menu?.kind === kind}
      onClick={() => setMenu(menu?.kind === kind ? null : { kind, start: 'first' })}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setMenu({ kind, start: event.key === 'ArrowUp' ? 'last' : 'first' })
      }}
    />
  )

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
        {late > 0 && (
          <span className={css.late} style={{ '--late': late } as CSSProperties}>
            {tools && <Slot name="topbar.tool" major={1} props={{}} />}
          </span>
        )}
        {!mobile && (
          <>
            <span className={css.bell} data-unread={unreadAnnouncements > 0 || undefined}>
              <IconButton
                ref={bell}
                icon="bell"
                label={
                  unreadAnnouncements > 0
                    ? say('announcements.unread', { count: unreadAnnouncements })
                    : say('announcements.title')
                }
                aria-haspopup="dialog"
                aria-expanded={news}
                onClick={() => setNews(!news)}
              />
            </span>
            {menuButton('looks', 'palette', say('topBar.appearance'))}
            <IconButton icon="help" label={say('help.title')} onClick={() => onLayer('help')} />
            {menuButton('more', 'more', say('topBar.more'))}
          </>
        )}
        <button
          ref={person}
          type="button"
          className={css.person}
          aria-label={say('topBar.account', { name })}
          aria-haspopup={mobile ? 'menu' : 'dialog'}
          aria-expanded={card || menu?.kind === 'person'}
          onClick={() => (mobile ? setMenu(menu ? null : { kind: 'person', start: 'first' }) : setCard(!card))}
        >
          <Avatar name={(user ?? knownUser())?.userName} address={userMail} src={user?.avatar || undefined} size={28} />
        </button>
        {menu && (
          <BarMenu
            key={menu.kind}
            kind={menu.kind}
            anchor={anchors[menu.kind]}
            start={menu.start}
            onLayer={onLayer}
            onAccount={() => setCard(true)}
            onAnnouncements={() => setNews(true)}
            onClose={closeMenu}
          />
        )}
        {news && <Announcements anchor={mobile ? person : bell} onClose={closeNews} />}
        <Popover
          open={card}
          onClose={() => setCard(false)}
          anchor={person}
          placement="bottom-end"
          label={say('topBar.account', { name })}
        >
          <UserCard user={user} userMail={userMail} onSignOut={showLogout ? () => void askAndSignOut() : undefined} />
        </Popover>
      </div>
    </header>
  )
})
