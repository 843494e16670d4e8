import { besideOf, type Navigation, type Split } from '@yanshu/shell-api'
import { drawnBehind } from './drawnBehind.ts'
import { mountedTabs } from './mountedTabs.ts'

export interface DrawnTabs {
  /** The halves that are drawn; null on a narrow screen, which has room for one view. */
  readonly split: Split | null
  /** The tab that is in sight beside the active one. */
  readonly besideId: string | null
  /** Whether the active view has the room of the sidebar, too. */
  readonly bare: boolean
  /** Tabs whose views are there; the others are drawn anew when they are visited. */
  readonly mounted: ReadonlySet<string>
  /** Tabs whose views stay drawn out of sight. */
  readonly behind: ReadonlySet<string>
}

interface Facts {
  readonly narrow: boolean
  /** Whether the view of a path may stay as it is behind another one. */
  readonly staysDrawn: (path: string) => boolean
}

/** What is drawn of where the user is. */
export function drawnTabs(now: Navigation, { narrow, staysDrawn }: Facts): DrawnTabs {
  const { held, history, activeId, covered } = now
  const split = narrow ? null : now.split
  const besideId = besideOf(split, activeId)
  const awake = held.filter(({ asleep }) => !asleep)
  const guarded = new Set(held.filter(({ guards }) => guards.length > 0).map(({ tab }) => tab.id))
  const mounted = mountedTabs(
    awake.map(({ tab }) => tab),
    history,
    (id) => guarded.has(id),
  )
  const mayStay = (id: string) =>
    mounted.has(id) && !covered.includes(id) && staysDrawn(held.find(({ tab }) => tab.id === id)?.tab.path ?? '')
  const behind = drawnBehind(history, { isInSight: (id) => id === activeId || id === besideId, mayStay })
  const bare = held.find(({ tab }) => tab.id === activeId)?.traits.bare === true
  return { split, besideId, bare, mounted, behind }
}
