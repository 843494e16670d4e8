import type { ViewProps } from '@yanshu/contracts'
import { type FolderTree, folders, lazyPart, useGeneral, usePreference, useTabState } from '@yanshu/shell-api'
import { Button, EmptyState, Skeleton } from '@yanshu/ui'
import { Suspense } from 'react'
import type { Arranging } from '../list-view/listProps.ts'
import MailListView from '../list-view/MailListView.tsx'
import type { UnreadFilter } from '../list-window/listQuery.ts'
import { useFolderName, useOfFolders, useWords } from '../mailbox/useMailbox.ts'
import { withWords } from '../messages/words.ts'
import { fetchTriage } from '../triage/fetchTriage.ts'
import type { FolderOf } from './askForList.ts'
import { Missing } from './Missing.tsx'
import { useFilter } from './useFilter.ts'

const ClosedFolder = lazyPart(() => withWords(() => import('./ClosedFolder.tsx')))

/** A list in another order, some of its mails, or a folder as conversations. */
export const Arranged = lazyPart(async () => ({ default: (await fetchTriage()).Arranged }))

/** Orders by list. */
const NO_ORDERS: Readonly<Record<string, string>> = {}
const isText = (value: unknown): value is string => typeof value === 'string'

/** In which order a list is shown, and which of its mails. */
export function useArranging(tab: ViewProps['tab'], place: string | number): Arranging {
  const [orders, keepOrders] = usePreference('mail.orders', NO_ORDERS)
  const [only, onOnly] = useTabState(tab, 'only', '', isText)
  return { order: orders[place] ?? '', only, onOrder: (next) => keepOrders({ ...orders, [place]: next }), onOnly }
}

/** The view of a folder. */
export const folderView = (of: FolderOf) => (props: ViewProps) => <FolderView {...props} of={of} />

function FolderView(props: ViewProps & { of: FolderOf }) {
  const { of } = props
  const say = useWords()
  const named = Number(props.params.folderId)
  const folderOf = (tree: FolderTree) => (of ? tree.byRole(of) : tree.byId(named))
  const known = useOfFolders((tree) => tree.lists !== null)
  const folderId = useOfFolders((tree) => folderOf(tree)?.folderId)
  const closed = useOfFolders((tree) => folderOf(tree)?.opened === false)
  const title = useFolderName(folderId)
  const [filter, setFilter] = useFilter(props)
  const arranging = useArranging(props.tab, folderId ?? 0)
  const { conversations } = useGeneral()
  const folder = folderOf(folders.tree())
  if (!known) return <Skeleton lines={8} />
  if (!folder) {
    return (
      <Missing
        what={say('list.noFolder')}
        advice={say('list.noFolderAdvice')}
        onRetry={() => void folders.refresh().catch(() => undefined)}
      />
    )
  }
  if (closed) {
    return (
      <Suspense fallback={null}>
        <ClosedFolder folder={folder} />
      </Suspense>
    )
  }
  const isPlain = !arranging.order && !arranging.only && (!conversations || of === 'drafts')
  const Shown: typeof Arranged = isPlain ? MailListView : Arranged
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Shown
        {...props}
        List={MailListView}
        title={title}
        list={{ kind: 'folder', folderId: folder.folderId, unread: filter }}
        folderId={folder.folderId}
        role={folder.role}
        filter={filter}
        onFilter={setFilter}
        empty={<EmptyPlace filter={filter} onAll={() => setFilter('any')} place={folder.role} />}
        arranging={arranging}
      />
    </Suspense>
  )
}

/** In place of an empty list: a friendly text with the reason. */
export function EmptyPlace({ filter, onAll, place }: { filter: UnreadFilter; onAll: () => void; place: string }) {
  const say = useWords()
  if (filter === 'any') {
    return (
      <EmptyState
        scene={place === 'inbox' ? 'cleared' : 'unused'}
        title={say(`empty.${place}`)}
        text={say(`empty.${place}Text`)}
      />
    )
  }
  return (
    <EmptyState
      scene={filter === 'unread' && place === 'inbox' ? 'cleared' : 'nothing'}
      title={say(filter === 'unread' ? 'empty.unread' : 'empty.read')}
      text={say('empty.filterText')}
      actions={
        <Button size="small" onClick={onAll}>
          {say('empty.showAll')}
        </Button>
      }
    />
  )
}
