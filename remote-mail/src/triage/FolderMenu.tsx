import { folders, settings, useGeneral } from '@yanshu/shell-api'
import { type Anchor, Menu, type MenuEntry } from '@yanshu/ui'
import { sayConversation } from '../conversations/words.ts'
import type { Arranging } from '../list-view/listProps.ts'
import { useMailT } from '../mailbox/useMailbox.ts'
import { type Arrangement, arrangementOf, beginsAscending, onlyText, orderText, SORTS } from './arrangement.ts'
import { binRead, emptyFolder, markAllSeen } from './folderActions.ts'
import { showSenders } from './SendersDialog.tsx'
import { useTriageT } from './words.ts'

interface FolderMenuProps {
  folderId: number
  anchor: Anchor
  arranging?: Arranging | undefined
  onRefresh: () => void
  onClose: () => void
}

/** The menu in the head of a folder: its order, which mails are shown, and what can be done with all of it. */
export function FolderMenu(props: FolderMenuProps) {
  const t = useMailT()
  return (
    <Menu
      open
      anchor={props.anchor}
      label={t('list.more')}
      items={useEntries(props)}
      placement="bottom-end"
      onClose={props.onClose}
    />
  )
}

function useEntries({ folderId, arranging, onRefresh }: FolderMenuProps): readonly MenuEntry[] {
  const t = useMailT()
  const triageT = useTriageT()
  const { conversations } = useGeneral()
  const folder = folders.tree().byId(folderId)
  if (!folder) return []
  const binnable = folder.role !== 'trash' && folder.role !== 'drafts'
  return [
    { id: 'refresh', label: t('action.refresh'), icon: 'refresh', onSelect: onRefresh },
    ...(arranging ? arrangingEntries(arranging, folder.role === 'sent' || folder.role === 'drafts', triageT) : []),
    ...(arranging && folder.role !== 'drafts'
      ? [
          {
            id: 'conversations',
            label: sayConversation('title'),
            icon: 'mail',
            checked: conversations,
            onSelect: () => void settings.save('conversations', !conversations).catch(() => undefined),
          } as const,
        ]
      : []),
    ...(arranging
      ? [
          {
            id: 'senders',
            label: triageT('senders'),
            icon: 'users',
            disabled: folder.mail === 0,
            onSelect: () => void showSenders(folder, arranging),
          } as const,
        ]
      : []),
    { kind: 'separator', id: 'line-arranged' },
    {
      id: 'seen',
      label: triageT('folder.allSeen'),
      icon: 'mail-open',
      disabled: folder.unread === 0,
      onSelect: () => void markAllSeen(folder),
    },
    { kind: 'separator', id: 'line' },
    ...(binnable
      ? [
          {
            id: 'binRead',
            label: triageT('folder.binRead'),
            icon: 'archive',
            disabled: folder.mail === folder.unread,
            onSelect: () => void binRead(folder),
          } as const,
        ]
      : []),
    {
      id: 'empty',
      label: triageT('folder.emptyFolder'),
      icon: 'trash',
      danger: true,
      disabled: folder.mail === 0,
      onSelect: () => void emptyFolder(folder),
    },
  ]
}

type Words = (key: string) => string

/** Ticks for the order and for the mails that are shown. */
function arrangingEntries({ order, only, onOrder, onOnly }: Arranging, own: boolean, t: Words): readonly MenuEntry[] {
  const arranged = arrangementOf(order, only)
  const sorts = SORTS.map(
    (sort): MenuEntry => ({
      id: `sort-${sort}`,
      label: t(sort === 'sender' && own ? 'sort.recipient' : `sort.${sort}`),
      checked: arranged.sort === sort,
      radio: true,
      onSelect: () => onOrder(orderText({ sort, ascending: beginsAscending(sort) })),
    }),
  )
  const ways = [true, false].map(
    (ascending): MenuEntry => ({
      id: ascending ? 'up' : 'down',
      label: t(wayOf(arranged.sort, ascending)),
      checked: arranged.ascending === ascending,
      radio: true,
      onSelect: () => onOrder(orderText({ ...arranged, ascending })),
    }),
  )
  const tick = (name: 'files' | 'starred'): MenuEntry => ({
    id: name,
    label: t(`only.${name}`),
    checked: arranged[name],
    onSelect: () => onOnly(onlyText({ ...arranged, [name]: !arranged[name] })),
  })
  return [
    {
      kind: 'submenu',
      id: 'sort',
      label: t('sort.title'),
      icon: 'menu',
      items: [...sorts, { kind: 'separator', id: 'ways' }, ...ways],
    },
    { kind: 'submenu', id: 'only', label: t('only.title'), icon: 'filter', items: [tick('files'), tick('starred')] },
  ]
}

/** The words for a way: an order by time goes from new to old, one by names from A to Z. */
export function wayOf(sort: Arrangement['sort'], ascending: boolean): string {
  const kind = sort === 'sender' || sort === 'subject' ? 'text' : sort
  return `way.${kind}${ascending ? 'Up' : 'Down'}`
}
