import { type Folder, folderNameProblem } from '@yanshu/contracts'
import { type FolderTree, folders, useFolders } from '@yanshu/shell-api'
import { type Anchor, Icon, type IconName, isComposing, Popover, TextField } from '@yanshu/ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './FolderPicker.module.css'

const ICONS: Partial<Record<Folder['role'], IconName>> = {
  inbox: 'inbox',
  sent: 'sent',
  drafts: 'draft',
  trash: 'trash',
  spam: 'spam',
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

/** Chooses a folder by typing or by pointer, and makes it when there is none of the name. */
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
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const wanted = text.trim().toLowerCase()
  const found = moveTargets(tree).filter(
    (folder) => folder.folderId !== current && tree.nameOf(folder).toLowerCase().includes(wanted),
  )
  const exact = found.some((folder) => tree.nameOf(folder).toLowerCase() === wanted)
  const canCreate = wanted !== '' && !exact && folderNameProblem(text) === null
  const count = found.length + (canCreate ? 1 : 0)
  const cursor = Math.min(at, count - 1)

  const take = async (index: number) => {
    const folder = found[index]
    if (folder) {
      onClose()
      onPick(folder)
      return
    }
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
    else if (event.key === 'ArrowUp') setAt((cursor - 1 + count) % Math.max(1, count))
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
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={count > 0 ? `${id}-${cursor}` : undefined}
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
            className={css.option}
            onPointerMove={() => setAt(found.length)}
            onClick={() => void take(found.length)}
          >
            <Icon name="plus" />
            <span className={css.name}>{t('move.create', { name: text.trim() })}</span>
          </div>
        )}
      </div>
      {count === 0 && <p className={css.none}>{t('move.none')}</p>}
    </>
  )
}
