import { type Folder, type FolderNode, folderNameProblem, folderTree } from '@yanshu/contracts'
import { folders, settings, useFolders, usePreference } from '@yanshu/shell-api'
import type { IconName } from '@yanshu/ui'
import { FolderChoices, type PickableFolder } from '@yanshu/ui/folders'
import { useWords } from '../mailbox/useMailbox.ts'
import { RECENT_MOVES, recentMoves, withMove } from './recentMoves.ts'

export { LabelChoices } from './LabelChoices.tsx'

const ICONS: Partial<Record<Folder['role'], IconName>> = {
  inbox: 'inbox',
  sent: 'sent',
  trash: 'trash',
  spam: 'spam',
}

interface MoveChoicesProps {
  current: number | undefined
  onPick: (folder: Folder) => void
}

/**
 * The folders that mails can be moved to: those of the last moves, then all in the order of the sidebar. Drafts is not one
 * (§4, "Drag move").
 */
export default function MoveChoices({ current, onPick }: MoveChoicesProps) {
  const say = useWords()
  const { lists, nameOf, byId } = useFolders()
  // Of the time before the page was loaded, too.
  const [kept, setKept] = usePreference<number[]>('mail.moves', [])
  const pickable = (folder: Folder): PickableFolder => ({
    id: folder.folderId,
    name: nameOf(folder),
    icon: ICONS[folder.role],
    disabled: folder.folderId === current,
  })
  const branch = ({ folder, children }: FolderNode<Folder>): PickableFolder => ({
    ...pickable(folder),
    children: children.map(branch),
  })
  const system = lists?.folderList.filter((folder) => folder.role !== 'drafts') ?? []
  const last = [...new Set([...recentMoves(), ...kept])]
    .map(byId)
    .flatMap((folder) => folder ?? [])
    .filter(({ folderId, role }) => folderId !== current && role !== 'drafts')
    .slice(0, RECENT_MOVES)
  return (
    <FolderChoices
      label={say('action.moveTo')}
      sections={[
        { id: 'last', label: say('move.last'), folders: last.map(pickable), repeats: true },
        { id: 'system', label: say('move.system'), folders: system.map(pickable) },
        { id: 'own', label: say('move.own'), folders: folderTree(lists?.customList ?? []).map(branch) },
      ]}
      onPick={({ id }) => {
        // One just created is not yet among those that were drawn.
        const folder = folders.tree().byId(id)
        if (!folder) return
        setKept([...withMove(kept, id)])
        onPick(folder)
      }}
      isName={(name) => folderNameProblem(name, 'full', settings.current().emojiEnable) === null}
      // `http` has shown why a name is refused; it stays in the field to be changed.
      onCreate={async (name) => pickable(await folders.create(name))}
    />
  )
}
