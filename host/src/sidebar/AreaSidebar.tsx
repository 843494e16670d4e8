import type { AreaProps } from '@yanshu/contracts'
import type { AreaClaim } from '@yanshu/discovery'
import { type Contributed, go, Link, RemotePart, tabsHost, useLanguage, useT } from '@yanshu/shell-api'
import { ErrorCard, IconButton, Skeleton } from '@yanshu/ui'
import css from './sidebar.module.css'

interface AreaSidebarProps extends AreaProps {
  area: Contributed<AreaClaim>
  /** Whether a path belongs to the area. */
  isInside: (path: string) => boolean
  home: string
}

/** The sidebar of an area in place of the folders: the way back to them, the title, and what the remote gives. */
export function AreaSidebar({ area, isInside, home, path, collapsed, onChosen }: AreaSidebarProps) {
  const say = useT('shell')
  const title = area.title[useLanguage()]
  const leave = () => {
    const { held, history } = tabsHost.now()
    const pathOf = (id: string) => held.find(({ tab }) => tab.id === id)?.tab.path
    const before = history.map(pathOf).findLast((one) => one !== undefined && !isInside(one))
    onChosen()
    go(before ?? home)
  }
  return (
    <aside className={css.sidebar} aria-label={title} data-collapsed={collapsed || undefined}>
      <div className={css.areaHead}>
        <IconButton icon="chevron-left" label={say('sidebar.leaveArea')} tooltip="right-start" onClick={leave} />
        {!collapsed && (
          <Link to={area.home} className={css.areaTitle} onClick={onChosen}>
            {title}
          </Link>
        )}
      </div>
      <div className={css.places}>
        <RemotePart<AreaProps>
          remote={area.remote}
          running={area.running}
          name={`area ${area.area}`}
          pick={({ areas }) => areas?.[area.area]}
          props={{ path, collapsed, onChosen }}
          waiting={<Skeleton lines={5} />}
          card={(_, onRetry) =>
            collapsed ? null : <ErrorCard what={say('sidebar.areaFailed', { title })} onRetry={onRetry} />
          }
        />
      </div>
    </aside>
  )
}
