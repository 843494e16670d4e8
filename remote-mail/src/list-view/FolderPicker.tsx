import { type Folder, folderNameProblem } from '@yanshu/contracts'
import { type FolderTree, folders, useFolders } from '@yanshu/shell-api'
import { type Anchor, cx, Icon, type IconName, isComposing, KeyHint, Popover, TextField } from '@yanshu/ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import { NAME_RANK, nameRank } from '../pinyin/nameRank.ts'
import css from './FolderPicker.module.css'

const ICONS: Partial<Record<Folder['role'], IconName>> = {
  inbox: 'inbox',
  sent: 'sent',
  drafts: 'draft',
  trash: 'trash',
  spam: 'spam',
}

/** The folders that typed text points at, the best first: by name, pinyin or initials. */
export function findFolders(tree: FolderTree, typed: string, current?: number): readonly Folder[] {
  return moveTargets(tree)
    .filter((folder) => folder.folderId !== current)
    .map((folder) => ({ folder, rank: nameRank(typed, tree.nameOf(folder)) }))
    .filter(({ rank }) => rank > NAME_RANK.none)
    .sort((a, b) => b.rank - a.rank)
    .map(({ folder }) => folder)
}

/** Folders that mails can be moved to, in the order of the sidebar. Drafts is not one (§4, "Drag move"). */
export function moveTargets(tree: FolderTree): readonly Folder[] {
  const { lists } = tree
  if (!lists) return []
  return [...lists.folderList.filter((folder) => folder.role !== 'drafts'), ...lists.customList]
}

interface FolderPickerProps {
  open: boolean
  anchor: Anchor
  onClose: () => void
  /** The folder the mails are in; shown, not chosen. */
  current?: number | undefined
  onPick: (folder: Folder) => void
}

/**
 * Chooses a folder by typing or by pointer. Enter takes what is highlighted, which is never the row that makes a folder
 * unless the arrows led there: that one has a key of its own.
 */
export function FolderPicker({ open, anchor, onClose, ...rest }: FolderPickerProps) {
  const t = useMailT()
  return (
    <Popover open={open} anchor={anchor} onClose={onClose} label={t('action.moveTo')} className={css.picker}>
      <Choices {...rest} onClose={onClose} />
    </Popover>
  )
}

function Choices({ current, onPick, onClose }: Omit<FolderPickerProps, 'open' | 'anchor'>) {
  const t = useMailT()
  const tree = useFolders()
  const id = useId()
  const [text, setText] = useState('')
  // null is where the cursor stands by itself: on the first folder, or on nothing.
  const [at, setAt] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const found = findFolders(tree, text, current)
  const canCreate =
    folderNameProblem(text) === null && !found.some((folder) => nameRank(text, tree.nameOf(folder)) === NAME_RANK.exact)
  const count = found.length + (canCreate ? 1 : 0)
  const cursor = at === null ? (found.length > 0 ? 0 : -1) : Math.min(at, count - 1)
  useEffect(() => {
    if (cursor >= 0) document.getElementById(`${id}-${cursor}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, cursor])

  const take = async (index: number) => {
    const folder = found[index]
    if (folder) {
      onClose()
      onPick(folder)
      return
    }
    if (index === found.length) await create()
  }
  const create = async () => {
    if (!canCreate || busy) return
    setBusy(true)
    try {
      const created = await folders.create(text.trim())
      onClose()
      onPick(created)
    } catch {
      // http has said why; the name stays to be changed.
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') setAt((cursor + 1) % Math.max(1, count))
    else if (event.key === 'ArrowUp') setAt(cursor <= 0 ? count - 1 : cursor - 1)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create()
    else if (event.key === 'Enter') void take(cursor)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextField
        label={t('move.find')}
        hideLabel
        placeholder={t('move.find')}
        icon="search"
        value={text}
        onChange={(value) => {
          setText(value)
          setAt(null)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={cursor >= 0 ? `${id}-${cursor}` : undefined}
        aria-describedby={canCreate ? `${id}-keys` : undefined}
        autoComplete="off"
        data-autofocus=""
      />
      <div role="listbox" id={id} aria-label={t('action.moveTo')} className={css.list}>
        {found.map((folder, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={folder.folderId}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === cursor}
            className={css.option}
            onPointerMove={() => setAt(index)}
            onClick={() => void take(index)}
          >
            <Icon name={ICONS[folder.role] ?? 'folder'} />
            <span className={css.name}>{tree.nameOf(folder)}</span>
          </div>
        ))}
        {canCreate && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            id={`${id}-${found.length}`}
            role="option"
            aria-selected={cursor === found.length}
            aria-disabled={busy}
            className={cx(css.option, css.create)}
            onClick={() => void create()}
          >
            <Icon name="plus" />
            <span className={css.name}>{t('move.create', { name: text.trim() })}</span>
          </div>
        )}
      </div>
      {count === 0 && <p className={css.none}>{t('move.none')}</p>}
      {canCreate && (
        <p id={`${id}-keys`} className={css.keys}>
          {found.length > 0 && (
            <span>
              {t('move.take')} <KeyHint keys="Enter" />
            </span>
          )}
          <span>
            {t('move.make')} <KeyHint keys="Mod+Enter" />
          </span>
        </p>
      )}
    </>
  )
}
