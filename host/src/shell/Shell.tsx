import {
  go,
  platform,
  screenLock,
  session,
  setLanguage,
  setSingleKeys,
  tabs,
  tabsHost,
  useRoute,
  useScreenLock,
  useSession,
  useSettings,
  useStore,
} from '@yanshu/shell-api'
import { applyTheme, setUiLanguage } from '@yanshu/ui'
import { Activity, useEffect, useState } from 'react'
import { coveredPath, guard, LOCK_PATH, lockPath, loginPath, type SessionFacts } from '../entry/guard.ts'
import { federationState } from '../federation-state/federationState.ts'
import { homeNow } from '../federation-state/remotes.ts'
import { Frame } from '../layout/Frame.tsx'
import {
  IdleLock,
  LinkPage,
  LockPage,
  LostPage,
  PasswordPrompt,
  PublicPage,
  ReloginDialog,
  SwitchedAway,
  Watermark,
} from '../on-demand/onDemand.tsx'
import { afterFirstView } from '../outlet/firstView.ts'
import { RemoteOutlet } from '../outlet/RemoteOutlet.tsx'
import { keepServiceWorker } from '../service-worker/keepServiceWorker.ts'
import { loadSession, runSession, sessionLocked } from './sessionWork.ts'

const HOME = { get: homeNow, subscribe: federationState.subscribe }
const SIGNED_OUT: SessionFacts = { open: false, userMail: '', isChangePassword: 0 }

/** Settings are applied at once, wherever they were changed. */
function useAppliedSettings(): void {
  const { general, enableGray, displayEmail } = useSettings()
  const { skin, colorMode, fontSize, language, singleKeys } = general
  useEffect(() => {
    applyTheme({ skin, mode: colorMode, fontSize, gray: enableGray })
  }, [skin, colorMode, fontSize, enableGray])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-names-only', !displayEmail)
  }, [displayEmail])
  useEffect(() => setSingleKeys(singleKeys), [singleKeys])
  useEffect(() => {
    void setLanguage(language).then(() => setUiLanguage(language))
  }, [language])
}

interface ShellProps {
  /** The session is over and the login page is shown instead. */
  onLeave: (path: string) => void
}

/** The application: rules of access, the frame, and what happens when the session ends. */
export function Shell({ onLeave }: ShellProps) {
  const { path, query } = useRoute()
  const search = query.toString()
  const full = search ? `${path}?${search}` : path
  const state = useSession()
  const home = useStore(HOME)
  const { watermark } = useSettings()
  // The account that this page belongs to. It is kept when the session ends, until the login page is shown or the user logs in again.
  const [owner, setOwner] = useState(state.status === 'open' ? state.userMail : '')
  const open = state.status === 'open'
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  useAppliedSettings()

  const locked = useScreenLock() && open
  // The name of the account that another window has switched to.
  const [away, setAway] = useState<string | null>(null)
  // Until then the server answers nothing but the change.
  const passwordDue = state.status === 'open' && state.user?.isChangePassword === 1
  const works = open && !locked && !passwordDue && away === null

  useEffect(() => (works ? runSession() : undefined), [works])
  useEffect(() => (locked || passwordDue ? sessionLocked() : undefined), [locked, passwordDue])

  useEffect(() => afterFirstView(() => void keepServiceWorker(platform().serviceWorker)), [])

  useEffect(() => session.follow((switchedTo) => (switchedTo ? setAway(switchedTo) : location.reload())), [])

  useEffect(() => screenLock.follow(), [])

  useEffect(() => {
    if (state.status === 'open' && state.userMail && !owner) setOwner(state.userMail)
  }, [state, owner])

  const dirty = tabs.list().some((tab) => tab.dirty)
  const relogin = !open && wasOpen && dirty
  const facts: SessionFacts =
    open || relogin
      ? {
          open: true,
          userMail: state.status === 'open' ? state.userMail : owner,
          isChangePassword: state.status === 'open' ? (state.user?.isChangePassword ?? 0) : 0,
        }
      : SIGNED_OUT
  const verdict = guard(full, facts, home)
  // The address of the lock covers nothing by itself; while it covers the page, the address shows nothing else.
  const around = locked ? path !== LOCK_PATH && lockPath(full) : path === LOCK_PATH && coveredPath(full)
  const target = 'go' in verdict ? verdict.go : (open && around) || null
  const leaving = (target ?? '').startsWith('/loginBefore') || ('show' in verdict && verdict.show === 'login')

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving happens once, with the path of that moment
  useEffect(() => {
    if (leaving) {
      const way = target ?? full
      const to = session.hasLeft(owner) ? loginPath(way) : way
      session.forget()
      onLeave(to)
    } else if (target) go(target, { replace: true })
  }, [leaving, target])

  // Nothing of the person is drawn behind a locked screen; tabs and letters are kept, and come back.
  // On the way from the root to the first page the frame stays in sight: hidden, it would lose the focus and its keys.
  const toHome = home !== null && target === home
  const show = locked ? 'locked' : 'show' in verdict ? verdict.show : toHome ? 'app' : null
  return (
    <>
      <Activity mode={show === 'app' ? 'visible' : 'hidden'}>
        {facts.open && !locked && (
          <Frame visible={show === 'app' && (path !== '/' || home === path)} home={home ?? '/'} />
        )}
      </Activity>
      {show === 'locked' && <LockPage />}
      {works && <IdleLock path={full} />}
      {away !== null && <SwitchedAway name={away} />}
      {show === 'link' && <LinkPage />}
      {show === 'lost' && <LostPage />}
      {show === 'public' && (
        <PublicPage path={full}>
          {/* No tab of the strip: nothing closes it. */}
          <RemoteOutlet tab={tabsHost.handle('public')} generation={0} path={full} active isPublic />
        </PublicPage>
      )}
      {show === 'app' && facts.isChangePassword === 2 && <PasswordPrompt />}
      {facts.open && watermark && <Watermark words={watermark} address={facts.userMail} />}
      {relogin && (
        <ReloginDialog
          account={owner}
          onSameAccount={() => {
            void loadSession()
          }}
        />
      )}
    </>
  )
}
