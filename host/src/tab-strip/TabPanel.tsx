import { type Tab, tabsHost, useNavigation } from '@yanshu/shell-api'
import { type RefObject, useRef } from 'react'
import css from '../layout/frame.module.css'
import { KeptCaret } from '../on-demand/onDemand.tsx'
import { RemoteOutlet } from '../outlet/RemoteOutlet.tsx'
import { useKeptScroll } from './useKeptScroll.ts'

interface TabPanelProps {
  id: string
  tab: Tab
  /** Whether its view is there; where it is not, it is drawn anew when the tab is visited. */
  mounted: boolean
  active: boolean
  /** Whether it stays drawn out of sight. */
  behind: boolean
  role: 'tabpanel' | undefined
  /** Whether the frame shows the sidebar of its area. */
  inArea: boolean
  /** Which half of the room it has, beside another. */
  half?: 'left' | 'right' | undefined
}

/** The place of a tab's view, which the strip names also while the view is not mounted. */
export function TabPanel({ id, tab, mounted, active, behind, role, inArea, half }: TabPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const uncovered = useNavigation((now) => now.uncovered)
  const hidden = uncovered === null ? behind : uncovered !== tab.id
  return (
    <section
      ref={panel}
      id={id}
      role={role}
      aria-label={tab.title}
      aria-hidden={hidden || undefined}
      tabIndex={-1}
      className={css.view}
      data-half={half}
    >
      {mounted && <View tab={tab} active={active} inArea={inArea} panel={panel} />}
    </section>
  )
}

interface ViewProps {
  tab: Tab
  active: boolean
  inArea: boolean
  panel: RefObject<HTMLElement | null>
}

function View({ tab, active, inArea, panel }: ViewProps) {
  useKeptScroll(tab.id, panel)
  return (
    <>
      <RemoteOutlet
        tab={tabsHost.handle(tab.id)}
        generation={tabsHost.generation(tab.id)}
        path={tab.path}
        active={active}
        inArea={inArea}
      />
      <KeptCaret id={tab.id} panel={panel} />
    </>
  )
}
