import { MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import {
  besideOf,
  go,
  onArrival,
  platform,
  tabsHost,
  useLoading,
  usePreference,
  useReplaced,
  useShortcuts,
  useT,
  useTabs,
} from '@yanshu/shell-api'
import { Button, Drawer, useBodyWidth } from '@yanshu/ui'
import { Activity, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { guard, type SessionFacts } from '../entry/guard.ts'
import { AreaBoundary } from '../failures/AreaBoundary.tsx'
import { useFederation } from '../federation-state/federationState.ts'
import { loadRemote, staysDrawn } from '../federation-state/remotes.ts'
import { Banners } from '../notices/Banners.tsx'
import { UnreadTitle } from '../notices/UnreadTitle.tsx'
import { useNewMail } from '../notices/useNewMail.ts'
import { askAndSignOut, DrawerPlace, FrameLayer, HelpPanel, SplitDrop, SplitLine } from '../on-demand/onDemand.tsx'
import { useFrameShortcuts } from '../palette/useFrameShortcuts.ts'
import { loadSession, useSessionLoad } from '../shell/sessionWork.ts'
import { Sidebar } from '../sidebar/Sidebar.tsx'
import { drawnBehind, isCovered, noteLeft } from '../tab-strip/drawnBehind.ts'
import { mountedTabs } from '../tab-strip/mountedTabs.ts'
import { TabPanel } from '../tab-strip/TabPanel.tsx'
import { TabStrip } from '../tab-strip/TabStrip.tsx'
import { endUncovered, panelId, useUncoverFirst } from '../tab-strip/uncovered.ts'
import { TopBar } from '../top-bar/TopBar.tsx'
import { BottomBar } from './BottomBar.tsx'
import type { Layer } from './FrameLayer.tsx'
import css from './frame.module.css'
import { useGivenTitles, useTitleOf } from './useViewTitle.ts'
import { warmUp } from './warmUp.ts'

export type SidebarState = 'open' | 'collapsed' | 'hidden'

interface FrameProps {
  /** Path with query. */
  path: string
  /** Whether the path is a view of the frame. */
  visible: boolean
  home: string
}

const NONE: ReadonlySet<string> = new Set()
/** Whoever sees the frame has logged in and need not change a password. */
const INSIDE: SessionFacts = { open: true, userMail: '', isChangePassword: 0 }
const retryFolders = () => void loadSession()

/**
 * Where the focus stays when another view is shown. Whoever writes outside of the views meanwhile goes on there: their next
 * letters would be shortcuts of the view.
 */
const KEEPS_FOCUS = '[role=tablist], [role=dialog], :is(input, textarea):not([role=tabpanel] *)'

/** Top bar, sidebar, strip of views and the views themselves. */
export function Frame({ path, visible, home }: FrameProps) {
  const say = useT('shell')
  const replaced = useReplaced()
  const { tabs, activeId, split: sides } = useTabs()
  const mounted = mountedTabs(
    tabs.filter(({ id }) => !tabsHost.isAsleep(id)),
    tabsHost.history(),
    tabsHost.isGuarded,
  )
  const federation = useFederation()
  const titleOf = useTitleOf()
  const loads = useSessionLoad()
  const loading = useLoading()
  const mobile = useBodyWidth() < MOBILE_BELOW_WIDTH_PX
  // A phone has room for one view.
  const split = mobile ? null : sides
  const besideId = besideOf(split, activeId)
  const beside = tabs.find((tab) => tab.id === besideId)
  const [leftCovered, setLeftCovered] = useState<readonly string[]>([])
  const isInSight = (id: string) => id === activeId || id === besideId
  const behind = drawnBehind(tabsHost.history(), {
    isInSight,
    mayStay: (id) =>
      mounted.has(id) && !leftCovered.includes(id) && staysDrawn(tabs.find((tab) => tab.id === id)?.path ?? ''),
  })
  const [share, setShare] = usePreference('split', 0.5)
  const [dragging, setDragging] = useState(false)
  const [sidebar, setSidebar] = usePreference<SidebarState>('sidebar', 'open')
  const [drawer, setDrawer] = useState(false)
  const [layer, setLayer] = useState<Layer | null>(null)
  const main = useRef<HTMLElement>(null)
  const before = useRef('/')
  /** The tab that was left last, and the path whose tab is the active one before the frame is drawn for it. */
  const left = useRef<string | null>(null)
  const arrived = useRef<string | null>(null)
  const pathname = path.split('?')[0] ?? ''
  const composing = pathname.startsWith('/write/')

  // The frame is drawn with every change of the address; what stands around the views is drawn when it changes itself.
  const toggleSidebar = useCallback(() => setSidebar(sidebar === 'open' ? 'collapsed' : 'open'), [sidebar, setSidebar])
  const openDrawer = useCallback(() => setDrawer(true), [])
  const closeDrawer = useCallback(() => setDrawer(false), [])
  const openSheet = useCallback(() => setLayer('sheet'), [])
  const openPalette = useCallback(() => setLayer('palette'), [])
  const openHelp = useCallback(() => setLayer('help'), [])
  const openImport = useCallback(() => setLayer('import'), [])

  useUncoverFirst(tabs, beside ? NONE : behind)
  useGivenTitles(titleOf)
  useNewMail()
  useEffect(warmUp, [])
  // Also while it is not known yet which pages there are: a frame that is out of sight has no effects.
  useShortcuts(useFrameShortcuts({ openPalette, openSheet, toggleSidebar }), true)

  const ownerOf = (of: string) => (federation.status === 'ready' ? federation.federation.ownerOf(of) : undefined)
  const visit = (to: string, replace: boolean) => {
    const leaving = tabs.find((tab) => tab.id === activeId)
    left.current = leaving?.id ?? null
    const id = tabsHost.visit(to, {
      title: titleOf(to),
      remote: ownerOf(to)?.remote ?? null,
      closable: to.split('?')[0] !== home,
      replace: replace && before.current !== '/',
    })
    endUncovered()
    before.current = to
    if (leaving && leaving.id !== id && !leaving.dirty && !tabsHost.isShown(leaving.id)) {
      if (ownerOf(leaving.path)?.keep === false) void tabsHost.close(leaving.id)
    }
  }
  // Where the rules of access let somebody in, the tab changes with the address: otherwise the frame is drawn for each.
  useLayoutEffect(() =>
    onArrival((to, replace) => {
      const verdict = guard(to, INSIDE, home)
      if (!visible || !ownerOf(to) || !('show' in verdict && verdict.show === 'app')) return
      const [pathOf = '', query] = to.split('?')
      // As the address will say it.
      const full = query ? `${pathOf}?${new URLSearchParams(query)}` : pathOf
      arrived.current = full === before.current ? null : full
      visit(full, replace)
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a path is visited when it or its owner changes, not when words do
  useLayoutEffect(() => {
    endUncovered()
    if (!visible) {
      arrived.current = null
      before.current = '/'
      return
    }
    if (arrived.current !== path) visit(path, replaced)
    arrived.current = null
    const covered = isCovered()
    const id = left.current
    if (id !== null) setLeftCovered((ids) => noteLeft(ids, id, covered))
  }, [path, visible, federation.status, home])

  // The view that was navigated to is where the keyboard goes on.
  const firstView = useRef(true)
  useEffect(() => {
    if (!activeId) return
    if (firstView.current) {
      firstView.current = false
      return
    }
    // With the frame that draws it: to focus something, the browser lays out the whole page.
    const frame = requestAnimationFrame(() => {
      const panel = document.getElementById(panelId(activeId))
      const focused = document.activeElement
      if (!panel || panel.contains(focused) || focused?.closest(KEEPS_FOCUS)) return
      const heading = panel.querySelector<HTMLElement>('h1')
      if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
      ;(heading ?? panel).focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId])

  // Beside another view, what a letter leaves of the sidebar would come and go with the focus.
  const sidebarState = mobile || (composing && !split) ? 'hidden' : sidebar
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.sidebar = sidebarState
    return () => {
      delete root.dataset.sidebar
    }
  }, [sidebarState])

  const side = (
    <AreaBoundary area="sidebar">
      <Sidebar
        path={pathname}
        collapsed={!mobile && sidebar === 'collapsed'}
        failed={loads.foldersFailed}
        onRetry={retryFolders}
        onChosen={closeDrawer}
        onImport={openImport}
      />
    </AreaBoundary>
  )

  return (
    <div
      className={css.frame}
      data-sidebar={sidebarState}
      data-mobile={mobile || undefined}
      aria-busy={loading || undefined}
    >
      <UnreadTitle viewTitle={tabs.find((tab) => tab.id === activeId)?.title ?? ''} />
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {say('skipToContent')}
      </button>
      <AreaBoundary
        area="topBar"
        as="header"
        action={
          <Button size="small" icon="logout" onClick={() => void askAndSignOut()}>
            {say('topBar.signOut')}
          </Button>
        }
      >
        <TopBar mobile={mobile} home={home} onMenu={toggleSidebar} onLayer={setLayer} />
      </AreaBoundary>
      {loading && <div className={css.working} role="progressbar" aria-label={say('notices.loading')} />}
      {!mobile && (
        // Beside a letter it is out of sight and stays made: to take it down and draw it again costs as much as a view.
        <Activity mode={sidebarState === 'hidden' ? 'hidden' : 'visible'}>
          <div className={css.side}>{side}</div>
        </Activity>
      )}
      <div className={css.content}>
        <section
          aria-label={say('tabs.label')}
          onDragStart={() => setDragging(tabs.length > 1)}
          onDragEnd={() => setDragging(false)}
        >
          {!mobile && (
            <AreaBoundary area="tabs">
              <TabStrip panelId={panelId} />
            </AreaBoundary>
          )}
          <AreaBoundary area="notices">
            <Banners />
          </AreaBoundary>
        </section>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={css.main}
          data-split={beside ? '' : undefined}
          style={beside ? { gridTemplateColumns: `minmax(0, ${share}fr) auto minmax(0, ${1 - share}fr)` } : undefined}
        >
          {tabs.map((tab) => (
            <Activity key={tab.id} mode={isInSight(tab.id) || behind.has(tab.id) ? 'visible' : 'hidden'}>
              <TabPanel
                id={panelId(tab.id)}
                tab={tab}
                mounted={tab === beside || mounted.has(tab.id)}
                active={visible && tab.id === activeId}
                behind={behind.has(tab.id)}
                role={mobile ? undefined : 'tabpanel'}
                half={beside && (tab.id === split?.right ? 'right' : 'left')}
              />
            </Activity>
          ))}
          {beside && (
            <SplitLine main={main} beside={beside} besidePanel={panelId(beside.id)} share={share} onShare={setShare} />
          )}
          {dragging && !mobile && <SplitDrop onDone={() => setDragging(false)} />}
        </main>
      </div>
      <DrawerPlace />
      {mobile && (
        <AreaBoundary area="bottomBar">
          <BottomBar path={pathname} onFolders={openDrawer} onGo={go} />
        </AreaBoundary>
      )}
      {mobile && (
        <Drawer open={drawer} side="left" title={say('sidebar.label')} onClose={closeDrawer}>
          <div className={css.drawer}>{side}</div>
        </Drawer>
      )}
      {layer && (
        <AreaBoundary area="layer">
          <FrameLayer layer={layer} loadRemote={loadRemote} onLayer={setLayer} />
        </AreaBoundary>
      )}
      {platform().helpHost === location.hostname && <HelpPanel onHelp={openHelp} />}
    </div>
  )
}
