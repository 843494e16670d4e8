import { tabsHost, useFolders, useT, useTabs } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { useFederation } from '../federation-state/federationState.ts'

/** What a path is called before its view says so: the folder or label it shows, or the title of its route. */
export function useTitleOf(): (path: string) => string {
  const say = useT('shell')
  const tree = useFolders()
  const state = useFederation()
  return (path) => {
    const [, first = '', second = '', third = ''] = (path.split('?')[0] ?? '').split('/')
    if (first === 'custombox') return tree.byId(Number(second))?.folderName ?? say('routes.custombox')
    if (first === 'otherfolders2') return tree.label(Number(third))?.labelName ?? say('routes.otherfolders2')
    const route = state.status === 'ready' ? state.federation.ownerOf(path) : undefined
    const key = route?.title ?? `routes.${first}`
    const title = say(key)
    return title === key ? say('routes.unknown') : title
  }
}

/** Keeps the given titles of all tabs in step with language, folders and manifest. */
export function useGivenTitles(titleOf: (path: string) => string): void {
  const { tabs } = useTabs()
  useEffect(() => {
    for (const tab of tabs) tabsHost.setGivenTitle(tab.id, titleOf(tab.path))
  }, [tabs, titleOf])
}
