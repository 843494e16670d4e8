import type { DocumentAccess, DocumentPlace } from '@yanshu/contracts'
import type { ItemAction } from '@yanshu/lists/view'
import { confirm, notify } from '@yanshu/ui'
import type { useWords } from '../words.ts'
import type { Asked } from './asked.ts'
import { deleteForever, download, moveToBin, restore, star } from './commands.ts'
import type { DocumentRow } from './documentKind.ts'

interface Acting {
  readonly place: DocumentPlace
  /** The folder, and what may be done in it. */
  readonly parentId: number
  readonly access: DocumentAccess
  readonly row: (id: number) => DocumentRow | undefined
  readonly say: ReturnType<typeof useWords>
  readonly ask: (asked: Asked) => void
  readonly open: (id: number) => void
}

/** What can be done with the files of a place. */
export function actionsOf({ place, parentId, access, row, say, ask }: Acting): readonly ItemAction<number>[] {
  if (place === 'bin') {
    const back: ItemAction<number> = {
      id: 'restore',
      label: say('restore'),
      icon: 'undo',
      run: (ids) => restore(ids),
    }
    // What was deleted from a folder of others is deleted for good by its owner, or after its days.
    if (access !== 'own') return [back]
    return [
      back,
      {
        id: 'delete',
        label: say('deleteForever'),
        icon: 'trash',
        keys: 'Delete',
        danger: true,
        run: async (ids) => {
          const yes = await confirm({
            title: say('deleteTitle', { count: ids.length }),
            text: say('deleteText'),
            yes: say('deleteForever'),
            no: say('cancel'),
            danger: true,
          })
          return yes && deleteForever(ids)
        },
      },
    ]
  }
  const start = access === 'own' ? 0 : parentId
  /** Whether files may be fetched; a notice where the organisation allows only viewing one of them. */
  const areFetched = (ids: readonly number[]): boolean => {
    const isOpen = !ids.some((id) => row(id)?.viewOnly)
    if (!isOpen) notify.warning(say('viewOnly'))
    return isOpen
  }
  const reading: readonly ItemAction<number>[] = [
    { id: 'download', label: say('download'), icon: 'download', run: (ids) => areFetched(ids) && download(ids) },
    {
      id: 'copy',
      label: say('copy'),
      icon: 'copy',
      run: (ids) => {
        if (areFetched(ids)) ask({ kind: 'copy', ids, start: 0 })
      },
    },
  ]
  const people: ItemAction<number> = {
    id: 'people',
    label: say('people'),
    icon: 'contacts',
    forOne: true,
    run: ([id]) => {
      const file = id === undefined ? undefined : row(id)
      if (!file) return
      if (file.access === 'own' || file.access === 'manage') ask({ kind: 'people', file })
      else notify.warning(say('notManaged'))
    },
  }
  // What is shared may be of several people, and one call is about files of one.
  if (place === 'shared' || place === 'team') return [...reading.map((action) => ({ ...action, forOne: true })), people]
  if (access === 'view') return reading
  const changing: readonly ItemAction<number>[] = [
    {
      id: 'rename',
      label: say('rename'),
      icon: 'edit',
      keys: 'F2',
      forOne: true,
      run: ([id]) => {
        const file = id === undefined ? undefined : row(id)
        if (file) ask({ kind: 'rename', file })
      },
    },
    { id: 'move', label: say('move'), icon: 'move', keys: 'm', run: (ids) => ask({ kind: 'move', ids, start }) },
    {
      id: 'versions',
      label: say('versions'),
      icon: 'clock',
      forOne: true,
      run: ([id]) => {
        const file = id === undefined ? undefined : row(id)
        if (file?.kind === 'file') ask({ kind: 'versions', file })
      },
    },
    { id: 'bin', label: say('toBin'), icon: 'trash', keys: 'Delete', danger: true, run: (ids) => moveToBin(ids) },
  ]
  const starring: ItemAction<number> = {
    id: 'star',
    label: say('star'),
    icon: 'star',
    keys: 's',
    run: (ids) => star(ids, !ids.every((id) => row(id)?.starred)),
  }
  const sharing: ItemAction<number> = {
    id: 'share',
    label: say('share'),
    icon: 'link',
    run: (ids) => ask({ kind: 'share', ids }),
  }
  if (place === 'search') {
    const isOwn = (ids: readonly number[]) => ids.every((id) => row(id)?.access === 'own')
    const unlessOfTeam = (action: ItemAction<number>): ItemAction<number> => ({
      ...action,
      run: (ids) => {
        // One call is about files of one owner, and what is changed of a team shows in its folder.
        if (isOwn(ids) || (ids.length === 1 && action.id === 'download')) return action.run(ids)
        notify.warning(say('ofTeam'))
        return false
      },
    })
    return [...reading, starring, people, sharing, ...changing].map(unlessOfTeam)
  }
  if (access === 'edit') return [...reading, ...changing]
  if (access === 'manage') return [...reading, people, ...changing]
  return [...reading, starring, people, sharing, ...changing]
}
