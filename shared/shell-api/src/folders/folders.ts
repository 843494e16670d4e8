import type { Counters, Folder, FolderLists, FolderRole, Label } from '@yanshu/contracts'
import { http } from '../http/http.ts'
import { OWN, t, useLanguage } from '../i18n/i18n.ts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { takeStart } from '../session/start.ts'
import { useStore, type ValueStore } from '../storeOf.ts'
import { type Delta, type Pending, pendingOf, placesOf, shownLists, withCounters } from './counting.ts'

export interface FolderTree {
  /** null until the server has answered. */
  readonly lists: FolderLists | null
  byRole(role: Exclude<FolderRole, 'custom'>): Folder | undefined
  byId(folderId: number): Folder | undefined
  label(labelId: number): Label | undefined
  /** System folders by their role in the user's language, custom folders as they are called. */
  nameOf(folder: Folder): string
}

/** A folder's name for people. */
export const folderName = (folder: Folder): string =>
  folder.role === 'custom' ? folder.folderName : t(OWN, `folder.${folder.role}`)

function treeOf(lists: FolderLists | null): FolderTree {
  const all = lists ? [...lists.folderList, ...lists.customList, ...lists.folderOutList] : []
  const byId = new Map(all.map((folder) => [folder.folderId, folder]))
  const labels = new Map((lists?.labelList ?? []).map((label) => [label.labelId, label]))
  return {
    lists,
    byRole: (role) => lists?.folderList.find((folder) => folder.role === role),
    byId: (id) => byId.get(id),
    label: (id) => labels.get(id),
    nameOf: folderName,
  }
}

const store = storePerLogin<FolderTree>(() => treeOf(null))

/** What is known of one login's folders, beside what is shown. */
interface Known {
  readonly shown: ValueStore<FolderTree>
  truth: FolderLists | null
  pending: Pending[]
  actions: number
  /** Changes of the tree by this page that have not been answered. */
  readonly changes: Set<Promise<unknown>>
  /** Messages of the server that came while the lists were being fetched: they are newer than the answer may be. */
  arrived: Counters[] | null
  fetching: Promise<void> | null
}

const known = perLogin<Known>(() => ({
  shown: store.mine(),
  truth: null,
  pending: [],
  actions: 0,
  changes: new Set(),
  arrived: null,
  fetching: null,
}))

const show = ({ shown, truth, pending }: Known) => shown.set(treeOf(truth && shownLists(truth, pending)))

function take(mine: Known, counters: Counters): void {
  if (!mine.truth) return
  const places = placesOf(counters)
  mine.pending = mine.pending.filter((change) => !places.has(change.place))
  mine.truth = withCounters(mine.truth, counters)
}

async function fetchLists(mine: Known): Promise<void> {
  mine.arrived = []
  const newest = mine.actions
  try {
    const lists = takeStart('folders') ?? (await http.get('mail/main/folder/list'))
    mine.truth = lists
    // The answer includes actions from before the request; later ones may be missing in it.
    mine.pending = mine.pending.filter((change) => change.action > newest)
    for (const counters of mine.arrived) take(mine, counters)
    show(mine)
  } finally {
    mine.arrived = null
  }
}

/** Calls that overlap share one request when it has not been sent yet, and queue behind it when it has. */
async function readAgain(mine: Known): Promise<void> {
  if (mine.fetching) {
    // The running request may be older than the change that asks; one more follows it.
    const before = mine.fetching
    await before.catch(() => undefined)
    if (mine.fetching && mine.fetching !== before) return mine.fetching
  }
  mine.fetching = fetchLists(mine).finally(() => {
    mine.fetching = null
  })
  return mine.fetching
}

/** Runs a change of the tree and reads the tree again, so that every view shows the same. */
async function thenRefresh<T>(change: Promise<T>): Promise<T> {
  const mine = known()
  mine.changes.add(change)
  const result = await change.finally(() => mine.changes.delete(change))
  await readAgain(mine)
  return result
}

/** The one copy of folders, labels and their counters. */
export const folders = {
  tree: (): FolderTree => store.get(),
  subscribe: store.subscribe,

  /**
   * Reads the tree, once this page's own changes have been answered: the socket may report one before its answer, and what
   * is shown can be undone from then on.
   */
  async refresh(): Promise<void> {
    const mine = known()
    if (mine.changes.size > 0) await Promise.allSettled(mine.changes)
    return readAgain(mine)
  },

  /** Shows a tree of before, until the server gives one. */
  restore(lists: FolderLists): void {
    const mine = known()
    if (mine.truth) return
    mine.truth = lists
    show(mine)
  },

  /** Sets the counters that a message of the server names. */
  applyCounters(counters: Counters): void {
    const mine = known()
    mine.arrived?.push(counters)
    take(mine, counters)
    show(mine)
  },

  /** Moves counters for an action that the server has not answered yet. Returns how to take it back. */
  adjust(deltas: readonly Delta[]): () => void {
    const mine = known()
    mine.actions += 1
    const action = mine.actions
    mine.pending = [...mine.pending, ...pendingOf(action, deltas)]
    show(mine)
    return () => {
      const left = mine.pending.filter((change) => change.action !== action)
      if (left.length === mine.pending.length) return
      mine.pending = left
      show(mine)
    }
  },

  /** Of these four: with `silent` the caller shows why it failed, as dialogs with a field for the name do. */
  create: (name: string, silent = false): Promise<Folder> =>
    thenRefresh(http.post('mail/main/folder/save', { folderName: name }, { silent })),
  rename: (folderId: number, name: string, silent = false): Promise<Folder> =>
    thenRefresh(http.post('mail/main/folder/updateName', { folderId, folderName: name }, { silent })),
  /** Deletes a custom folder; its mails go to the recycle bin. */
  remove: (folderId: number): Promise<unknown> =>
    thenRefresh(http.post('mail/main/folder/delete/password', { folderId })),
  /** How many rules move mail into a folder or one below it; 0 where the server cannot be asked. */
  async rulesInto(folderId: number): Promise<number> {
    const { list } = await http.get('mail/mailClassify/list', {}, { silent: true }).catch(() => ({ list: [] }))
    const { byId } = folders.tree()
    const isInside = (id: number | null | undefined): boolean =>
      id === folderId || (typeof id === 'number' && isInside(byId(id)?.parentId))
    return list.filter(({ actions }) => isInside(actions.folderId)).length
  },
  /** Empties a folder: into the recycle bin, or for good when it is the recycle bin or spam. Answers how many mails. */
  clear: async (folderId: number): Promise<number> =>
    (await thenRefresh(http.post('mail/main/folder/recoverableClear', { folderId }))).count,
  /** Shows or hides a custom folder in the sidebar. */
  setHidden: (folderId: number, hidden: boolean): Promise<unknown> =>
    thenRefresh(http.post('mail/main/folder/updateState', { folderId, state: hidden ? 1 : 0 })),
  createLabel: (name: string, color?: number, silent = false): Promise<Label> =>
    thenRefresh(
      http.post('mail/main/label/save', { labelName: name, ...(color === undefined ? {} : { color }) }, { silent }),
    ),
  updateLabel: (
    labelId: number,
    change: { labelName?: string; color?: number; state?: 0 | 1 },
    silent = false,
  ): Promise<Label> => thenRefresh(http.post('mail/main/label/update', { labelId, ...change }, { silent })),
  removeLabel: (labelId: number): Promise<unknown> => thenRefresh(http.post('mail/main/label/delete', { labelId })),
}

/** The tree in a component; it renders again when a folder, a counter or the language changes. */
export function useFolders(): FolderTree {
  useLanguage()
  return useStore(store)
}
