import { afterFrame, callOffFrame, type UsedList, useItem, useItemList } from '@yanshu/lists/view'
import { type FolderTree, folders, useLanguage, useT } from '@yanshu/shell-api'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from './mailbox.ts'

/** Namespace of the messages of this remote. */
export const NS = 'remote-mail'

/** Translates with the messages of this remote. */
export const useWords = () => useT(NS)

/**
 * A mail as it is now; renders again only when this very mail changes: at once, or with the next frame where
 * `isInSight` answers that it is not on the screen.
 */
export const useRow = (id: number | null, isInSight?: (id: number) => boolean): MailRow | undefined =>
  useItem(mailbox().cache, id, isInSight)

/** A list and what it looks like now; renders again when rows come, go or are loaded, not when a mail changes. */
export const useList = (query: ListQuery): UsedList<MailRow, number, ListQuery> => useItemList(mailbox(), query)

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
      callOffFrame(follow)
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
