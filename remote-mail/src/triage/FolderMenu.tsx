import type { Folder } from '@yanshu/contracts'
import { folders, settings, useGeneral } from '@yanshu/shell-api'
import { type Anchor, Menu, type MenuEntry } from '@yanshu/ui'
import { sayConversation } from '../conversations/words.ts'
import type { Arranging } from '../list-view/listProps.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { arrangementOf, onlyText } from './arrangement.ts'
import { binRead, emptyFolder, markAllSeen } from './folderActions.ts'
import { showSenders } from './SendersDialog.tsx'
import { type Say, sortEntries } from './sortEntries.ts'
import { useTriageWords } from './words.ts'

interface FolderMenuProps {
  /** Undefined in lists over several folders. */
  folderId?: number | undefined
  list: { readonly query: ListQuery }
  anchor: Anchor
  arranging?: Arranging | undefined
  onRefresh: () => void
  onClose: () => void
}

/** The menu in the head of a list: its order, which mails are shown, and what can be done with all of a folder. */
export function FolderMenu(props: FolderMenuProps) {
  const say = useWords()
  return (
    <Menu
      open
      anchor={props.anchor}
      label={say('list.more')}
      items={useEntries(props)}
      placement="bottom-end"
      onClose={props.onClose}
    />
  )
}

function useEntries({ folderId, list: { query }, arranging, onRefresh }: FolderMenuProps): readonly MenuEntry[] {
  const say = useWords()
  const sayTriage = useTriageWords()
  const { conversations } = useGeneral()
  const folder = folderId === undefined ? undefined : folders.tree().byId(folderId)
  const role = folder?.role
  const isStarred = query.kind === 'favorite' || (query.kind === 'own' && query.starred === true)
  return [
    { id: 'refresh', label: say('action.refresh'), icon: 'refresh', onSelect: onRefresh },
    ...(arranging ? arrangingEntries(arranging, role === 'sent' || role === 'drafts', isStarred, sayTriage) : []),
    ...(folder ? ofFolder(folder, arranging, conversations, sayTriage) : []),
  ]
}

/** What can be done with a folder. */
function ofFolder(
  folder: Folder,
  arranging: Arranging | undefined,
  conversations: boolean,
  sayTriage: Say,
): readonly MenuEntry[] {
  const binnable = folder.role !== 'trash' && folder.role !== 'drafts'
  return [
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
            label: sayTriage('senders'),
            icon: 'users',
            disabled: folder.mail === 0,
            onSelect: () => void showSenders(folder, arranging),
          } as const,
        ]
      : []),
    { kind: 'separator', id: 'line-arranged' },
    {
      id: 'seen',
      label: sayTriage('folder.allSeen'),
      icon: 'mail-open',
      disabled: folder.unread === 0,
      onSelect: () => void markAllSeen(folder),
    },
    { kind: 'separator', id: 'line' },
    ...(binnable
      ? [
          {
            id: 'binRead',
            label: sayTriage('folder.binRead'),
            icon: 'archive',
            disabled: folder.mail === folder.unread,
            onSelect: () => void binRead(folder),
          } as const,
        ]
      : []),
    {
      id: 'empty',
      label: sayTriage('folder.emptyFolder'),
      icon: 'trash',
      danger: true,
      disabled: folder.mail === 0,
      onSelect: () => void emptyFolder(folder),
    },
  ]
}

/** Ticks for the order and for the mails that are shown. */
function arrangingEntries(
  { order, only, onOrder, onOnly }: Arranging,
  own: boolean,
  isStarred: boolean,
  say: Say,
): readonly MenuEntry[] {
  const arranged = arrangementOf(order, only)
  const tick = (name: 'files' | 'starred'): MenuEntry => ({
    id: name,
    label: say(`only.${name}`),
    checked: arranged[name],
    onSelect: () => onOnly(onlyText({ ...arranged, [name]: !arranged[name] })),
  })
  return [
    {
      kind: 'submenu',
      id: 'sort',
      label: say('sort.title'),
      icon: 'menu',
      items: sortEntries(arranged, onOrder, own, say),
    },
    {
      kind: 'submenu',
      id: 'only',
      label: say('only.title'),
      icon: 'filter',
      items: isStarred ? [tick('files')] : [tick('files'), tick('starred')],
    },
  ]
}
