import type { NavPlace } from '@yanshu/contracts'
import { offeredOf, useContributions, useLanguage, useSettings, useT } from '@yanshu/shell-api'
import { ICONS, type IconName } from '@yanshu/ui'
import { useMemo } from 'react'
import { ROUTE_OF_SYSTEM } from '../external-links/externalSystem.ts'
import type { FolderPaths } from '../navigation/folderPaths.ts'

/** A way to a view that a remote of the manifest offers. */
export interface NavItem {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** What waits there; 0 for an entry that counts nothing. */
  readonly count: number
}

/** An icon may be newer than this host. */
const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name)

/** What the remotes offer at a place of the frame, in order and in the user's language. */
export function useNav(place: NavPlace): readonly NavItem[] {
  const all = useContributions()
  const switches = useSettings()
  const language = useLanguage()
  return useMemo(
    () =>
      offeredOf(all, switches, ({ nav }) => nav?.filter((entry) => entry.place === place)).map(
        ({ path, title, icon = '', count = '' }) => ({
          path,
          label: title[language],
          icon: isIcon(icon) ? icon : 'folder',
          count: Number(Reflect.get(switches.navCounts ?? {}, count) ?? 0),
        }),
      ),
    [all, switches, language, place],
  )
}

/** The views that remotes offer in the sidebar, by where they stand. */
export interface SidebarNav {
  readonly top: readonly NavItem[]
  readonly further: readonly NavItem[]
  readonly more: readonly NavItem[]
  /** Where folders and labels are shown. */
  readonly folders: FolderPaths
}

export function useSidebarNav(): SidebarNav {
  const top = useNav('sidebar.top')
  const further = useNav('sidebar')
  const more = useNav('sidebar.more')
  const folders = useContributions().find(({ contributes }) => contributes.folders)?.contributes.folders
  const say = useT('shell')
  const { externalLinks } = useSettings()
  return useMemo(() => {
    const outside = externalLinks.map((system): NavItem => {
      const path = ROUTE_OF_SYSTEM[system]
      return { path: `/${path}`, label: say(`external.${path}`), icon: 'external', count: 0 }
    })
    return { top, further: [...further, ...outside], more, folders }
  }, [folders, top, further, more, externalLinks, say])
}
