import { tabsHost, useLanguage, useT, useTabs } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { useFederation } from '../federation-state/federationState.ts'
import { useFolderNames } from './useFolderNames.ts'

/**
 * What a path is called before its view says so: the folder or label it shows, or what the manifest calls its route.
 * Nothing until the manifest is there.
 */
export function useTitleOf(): (path: string) => string {
  const say = useT('shell')
  const language = useLanguage()
  const tree = useFolderNames()
  const state = useFederation()
  return (path) => {
    const [, first = '', second = '', third = ''] = (path.split('?')[0] ?? '').split('/')
    const name =
      first === 'custombox'
        ? tree.byId(Number(second))?.folderName
        : first === 'otherfolders'
          ? tree.byId(Number(third))?.folderName
          : first === 'otherfolders2'
            ? tree.label(Number(third))?.labelName
            : undefined
    if (name) return name
    if (first === 'guidang' || first === 'wangguan') return say(`external.${first}`)
    if (first === 'qrLogin') return say('external.qrLogin')
    if (state.status !== 'ready') return ''
    return state.federation.ownerOf(path)?.title[language] ?? say('tabs.unknown')
  }
}

/** Keeps the given titles of all tabs in step with language, folders and manifest. */
export function useGivenTitles(titleOf: (path: string) => string): void {
  const { tabs } = useTabs()
  useEffect(() => {
    for (const tab of tabs) tabsHost.setGivenTitle(tab.id, titleOf(tab.path))
  }, [tabs, titleOf])
}
