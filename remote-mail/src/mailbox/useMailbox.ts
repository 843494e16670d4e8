import type { WindowView } from '@yanshu/lists'
import { type FolderTree, folders, useLanguage, useT } from '@yanshu/shell-api'
import { startTransition, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type ListQuery, listKey } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from './mailbox.ts'
import type { MailWindow } from './mailKind.ts'

/** Namespace of the messages of this remote. */
export const NS = 'remote-mail'

/** Translates with the messages of this remote. */
export const useMailT = () => useT(NS)

const waiting = new Set<() => void>()

/** Calls back, together with all others that wait, when the frame of what has just been done is painted. */
function afterFrame(work: () => void): void {
  if (waiting.size === 0) {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const all = [...waiting]
        waiting.clear()
        for (const one of all) one()
      }),
    )
  }
  waiting.add(work)
}

/**
 * A mail as it is now; renders again only when this very mail changes: at once, or with the next frame where
 * `isInSight` says that nobody sees it.
 */
export function useRow(id: number | null, isInSight?: (id: number) => boolean): MailRow | undefined {
  return useSyncExternalStore(
    useCallback(
      (changed: () => void) => {
        if (id === null) return () => undefined
        const stop = mailbox().cache.subscribe(id, () => {
          if (isInSight?.(id) === false) afterFrame(changed)
          else changed()
        })
        return () => {
          waiting.delete(changed)
          stop()
        }
      },
      [id, isInSight],
    ),
    () => (id === null ? undefined : mailbox().cache.row(id)),
  )
}

export interface UsedList {
  readonly list: MailWindow
  readonly view: WindowView
}

/** A list and what it looks like now; renders again when rows come, go or are loaded, not when a mail changes. */
export function useList(query: ListQuery): UsedList {
  const key = listKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the query is another one
  const list = useMemo(() => mailbox().lists.get(query), [key])
  useEffect(() => mailbox().lists.watch(list), [list])
  const view = useSyncExternalStore(list.subscribe, list.view)
  return { list, view }
}

/**
 * Something of the folders that is not a counter; renders again only when it is another value. Every mail that is read
 * changes the counters, and a list with all its rows must not be drawn for that.
 */
export function useOfFolders<T extends string | number | boolean | undefined>(pick: (tree: FolderTree) => T): T {
  useLanguage()
  return useSyncExternalStore(folders.subscribe, () => pick(folders.tree()))
}

/** The folders as they were a moment ago: counters follow what was done to mails with the frame after their rows. */
export function useFoldersLater(): FolderTree {
  useLanguage()
  const [tree, setTree] = useState(folders.tree)
  useEffect(() => {
    const follow = () => startTransition(() => setTree(folders.tree()))
    follow()
    const stop = folders.subscribe(() => afterFrame(follow))
    return () => {
      waiting.delete(follow)
      stop()
    }
  }, [])
  return tree
}

/** Name of a folder for people, '' while folders are not known. */
export const useFolderName = (folderId: number | undefined): string =>
  useOfFolders((tree) => {
    const folder = folderId === undefined ? undefined : tree.byId(folderId)
    return folder ? tree.nameOf(folder) : ''
  })
