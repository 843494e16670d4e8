import type { Counters, FolderLists } from '@yanshu/contracts'

/*
 * The rules of the counters, which shown numbers follow:
 * 1. The number that the server sent last for a folder is its true number.
 * 2. An action that has not been answered yet is added to it, so that the number changes at once.
 * 3. When the server sends a number for a folder, what was added to it before is dropped: the number includes it, or a
 *    message about it is on its way.
 * 4. Undoing an action removes what it added, unless that has been dropped.
 * 5. No number is shown below zero, and no more unread than there are mails.
 */

export interface Delta {
  readonly folderId?: number
  readonly labelId?: number
  /** By how much the number of mails, and of unread ones, changes. */
  readonly mail?: number
  readonly unread?: number
}

interface Place {
  readonly mail: number
  readonly unread: number
}

/** One change of one place that the server has not confirmed. */
export interface Pending {
  readonly action: number
  readonly place: string
  readonly mail: number
  readonly unread: number
}

export const folderPlace = (id: number): string => `f${id}`
export const labelPlace = (id: number): string => `l${id}`

export function pendingOf(action: number, deltas: readonly Delta[]): Pending[] {
  return deltas.flatMap((delta) => {
    const change = { action, mail: delta.mail ?? 0, unread: delta.unread ?? 0 }
    const places = [
      ...(delta.folderId === undefined ? [] : [folderPlace(delta.folderId)]),
      ...(delta.labelId === undefined ? [] : [labelPlace(delta.labelId)]),
    ]
    return places.map((place) => ({ ...change, place }))
  })
}

/** The places whose numbers are in a message of the server. */
export const placesOf = (counters: Counters): Set<string> =>
  new Set([
    ...counters.folders.map((one) => folderPlace(one.folderId)),
    ...counters.labels.map((one) => labelPlace(one.labelId)),
  ])

/** The lists with the server's numbers in them. */
export function withCounters(lists: FolderLists, counters: Counters): FolderLists {
  const folders = new Map(counters.folders.map((one) => [one.folderId, one]))
  const labels = new Map(counters.labels.map((one) => [one.labelId, one]))
  const take = <T extends { folderId: number }>(one: T): T => ({ ...one, ...folders.get(one.folderId) })
  return {
    folderList: lists.folderList.map(take),
    customList: lists.customList.map(take),
    folderOutList: lists.folderOutList.map(take),
    labelList: lists.labelList.map((one) => ({ ...one, ...labels.get(one.labelId) })),
  }
}

function count<T extends Place>(one: T, place: string, pending: readonly Pending[]): T {
  let { mail, unread } = one
  let touched = false
  for (const change of pending) {
    if (change.place !== place) continue
    mail += change.mail
    unread += change.unread
    touched = true
  }
  if (!touched) return one
  mail = Math.max(0, mail)
  return { ...one, mail, unread: Math.min(mail, Math.max(0, unread)) }
}

/** The lists as they are shown: the server's numbers plus actions that are under way. */
export function shownLists(lists: FolderLists, pending: readonly Pending[]): FolderLists {
  if (pending.length === 0) return lists
  const folder = <T extends Place & { folderId: number }>(one: T) => count(one, folderPlace(one.folderId), pending)
  return {
    folderList: lists.folderList.map(folder),
    customList: lists.customList.map(folder),
    folderOutList: lists.folderOutList.map(folder),
    labelList: lists.labelList.map((one) => count(one, labelPlace(one.labelId), pending)),
  }
}
