import { MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import {
  areaOf,
  go,
  platform,
  tabsHost,
  useContributions,
  useLoading,
  useNavigation,
  usePreference,
  useSettings,
  useShortcuts,
  useT,
  useTabs,
} from '@yanshu/shell-api'
import { Button, Drawer, useBodyWidth } from '@yanshu/ui'
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AreaBoundary } from '../failures/AreaBoundary.tsx'
import { useFederation } from '../federation-state/federationState.ts'
import { loadRemote, staysDrawn } from '../federation-state/remotes.ts'
import { isCovered } from '../navigation/drawnBehind.ts'
import { drawnTabs } from '../navigation/drawnTabs.ts'
import { followAddress } from '../navigation/followAddress.ts'
import { panelId } from '../navigation/panelId.ts'
import { useFocusFollows } from '../navigation/useFocusFollows.ts'
import { useGivenTitles } from '../navigation/viewTitle.ts'
import { Banners } from '../notices/Banners.tsx'
import { UnreadTitle } from '../notices/UnreadTitle.tsx'
import { useNewMail } from '../notices/useNewMail.ts'
import { askAndSignOut, DrawerPlace, FrameLayer, HelpPanel, SplitDrop, SplitLine } from '../on-demand/onDemand.tsx'
import { useFrameShortcuts } from '../palette/useFrameShortcuts.ts'
import { loadSession, useSessionLoad } from '../shell/sessionWork.ts'
import { AreaSidebar } from '../sidebar/AreaSidebar.tsx'
import { Sidebar } from '../sidebar/Sidebar.tsx'
import { TabPanel } from '../tab-strip/TabPanel.tsx'
import { TabStrip } from '../tab-strip/TabStrip.tsx'
import { TopBar } from '../top-bar/TopBar.tsx'
import { BottomBar } from './BottomBar.tsx'
import css from './frame.module.css'
import type { Layer } from './layers.ts'
import type { SidebarState } from './sidebarState.ts'
import { warmUp } from './warmUp.ts'

interface FrameProps {
  /** Whether the address is that of a view of the frame. */
  visible: boolean
  home: string
}

const retryFolders = () => void loadSession()

/** Top bar, sidebar, strip of views and the views themselves. */
export const Frame = memo(function Frame({ visible, home }: FrameProps) {
  const say = useT('shell')
  const { tabs, activeId } = useTabs()
  const at = useNavigation((now) => now.at)
  useNavigation((now) => now.covered)
  // The manifest decides which views stay drawn.
  const { status } = useFederation()
  const loads = useSessionLoad()
  const loading = useLoading()
  const mobile = useBodyWidth() < MOBILE_BELOW_WIDTH_PX
  const { split, besideId, bare, mounted, behind } = drawnTabs(tabsHost.now(), { narrow: mobile, staysDrawn })
  const beside = tabs.find((tab) => tab.id === besideId)
  const [share, setShare] = usePreference('split', 0.5)
  const [dragging, setDragging] = useState(false)
  const [sidebar, setSidebar] = usePreference<SidebarState>('sidebar', 'open')
  const [drawer, setDrawer] = useState(false)
  const [layer, setLayer] = useState<Layer | null>(null)
  const main = useRef<HTMLElement>(null)
  const pathname = (at ?? home).split('?')[0] ?? ''

  // The frame is drawn with every change of the address; what stands around the views is drawn when it changes itself.
  const toggleSidebar = useCallback(() => setSidebar(sidebar === 'open' ? 'collapsed' : 'open'), [sidebar, setSidebar])
  const openDrawer = useCallback(() => setDrawer(true), [])
  const closeDrawer = useCallback(() => setDrawer(false), [])
  const openSheet = useCallback(() => setLayer('sheet'), [])
  const openPalette = useCallback(() => setLayer('palette'), [])
  const openHelp = useCallback(() => setLayer('help'), [])
  const openImport = useCallback(() => setLayer('import'), [])

  useLayoutEffect(() => (visible ? followAddress() : undefined), [visible])
  const drawnIds = beside ? '' : [...behind].join(' ')
  // With every tab that is left, too: what lay over it then is only known when the next one has been drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab means that one was left
  useLayoutEffect(() => tabsHost.drawn(drawnIds ? drawnIds.split(' ') : [], isCovered()), [drawnIds, activeId])
  useGivenTitles()
  useFocusFollows(activeId)
  useNewMail()
  useEffect(warmUp, [])
  // Also while it is not known yet which pages there are: a frame that is out of sight has no effects.
  useShortcuts(useFrameShortcuts({ openPalette, openSheet, toggleSidebar }), true)

  // Beside another view, what a view without a sidebar leaves would come and go with the focus.
  const all = useContributions()
  const switches = useSettings()
  // With two halves it would change with the focus, too.
  const area = split ? undefined : areaOf(all, switches, pathname)
  const isInArea = (path: string) => area !== undefined && areaOf(all, switches, path)?.area === area.area
  const sidebarState = mobile || (bare && !split) ? 'hidden' : sidebar
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.sidebar = sidebarState
    return () => {
      delete root.dataset.sidebar
    }
  }, [sidebarState])

  const collapsed = !mobile && sidebar === 'collapsed'
  const side = (
    <AreaBoundary area="sidebar">
      {area && (
        <AreaSidebar
          key={`${area.remote} ${area.area}`}
          area={area}
          isInside={isInArea}
          home={home}
          path={at ?? home}
          collapsed={collapsed}
          onChosen={closeDrawer}
        />
      )}
      {/* Beside an area the folders stay made, as beside a view that is bare. */}
      <Activity mode={area ? 'hidden' : 'visible'}>
        <Sidebar
          path={pathname}
          collapsed={collapsed}
          isKnown={loads.isComplete && status !== 'loading'}
          failed={loads.foldersFailed}
          onRetry={retryFolders}
          onChosen={closeDrawer}
          onImport={openImport}
        />
      </Activity>
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
            <Activity
              key={tab.id}
              mode={tab.id === activeId || tab === beside || behind.has(tab.id) ? 'visible' : 'hidden'}
            >
              <TabPanel
                id={panelId(tab.id)}
                tab={tab}
                mounted={tab === beside || mounted.has(tab.id)}
                active={visible && tab.id === activeId}
                behind={behind.has(tab.id)}
                role={mobile ? undefined : 'tabpanel'}
                inArea={!mobile && split === null && areaOf(all, switches, tab.path) !== undefined}
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
      {mobile && !bare && (
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
})
