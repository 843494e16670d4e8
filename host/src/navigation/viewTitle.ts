import { language, t, tabsHost, useLanguage, useT, useTabs } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { federationState, useFederation } from '../federation-state/federationState.ts'
import { nameOfFolderAt } from './folderPaths.ts'
import { useFolderNames } from './useFolderNames.ts'

/**
 * The title of a path before its view sets one: the folder or label it shows, or what the manifest calls its route.
 * Nothing until the manifest is there.
 */
export function titleOf(path: string): string {
  const [pathname = ''] = path.split('?')
  const name = nameOfFolderAt(pathname)
  if (name) return name
  const [, first = ''] = pathname.split('/')
  if (first === 'guidang' || first === 'wangguan') return t('shell', `external.${first}`)
  if (first === 'qrLogin') return t('shell', 'external.qrLogin')
  const state = federationState.get()
  if (state.status !== 'ready') return ''
  return state.federation.ownerOf(path)?.title[language()] ?? t('shell', 'tabs.unknown')
}

/** Keeps what the manifest has of all tabs in step with language, folders and manifest. */
export function useGivenTitles(): void {
  const { tabs } = useTabs()
  const current = useLanguage()
  const say = useT('shell')
  const tree = useFolderNames()
  const federation = useFederation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles are another ones with language, words, folders and manifest
  useEffect(() => {
    for (const tab of tabs) tabsHost.setGivenTitle(tab.id, titleOf(tab.path))
  }, [tabs, current, say, tree, federation])
}
