import { Dialog } from '../dialog/Dialog.tsx'
import type { Anchor } from '../layers/useAnchored.ts'
import { Popover } from '../popover/Popover.tsx'
import { FolderChoices, type FolderChoicesProps } from './FolderChoices.tsx'
import type { PickableFolder } from './folderRows.ts'
import css from './folders.module.css'

export interface FolderPickerProps extends FolderChoicesProps {
  open: boolean
  anchor: Anchor
  onClose: () => void
}

const closing = (onClose: () => void, onPick: (folder: PickableFolder) => void) => (folder: PickableFolder) => {
  onClose()
  onPick(folder)
}

/** Chooses a folder in a panel beside what asked for it. */
export function FolderPicker({ open, anchor, onClose, onPick, ...choices }: FolderPickerProps) {
  return (
    <Popover open={open} anchor={anchor} onClose={onClose} label={choices.label} className={css.picker}>
      <FolderChoices {...choices} onPick={closing(onClose, onPick)} />
    </Popover>
  )
}

export interface FolderDialogProps extends FolderChoicesProps {
  open: boolean
  onClose: () => void
}

/** Chooses a folder in a dialog: where nothing is there for a panel to stand beside, as in a form. */
export function FolderDialog({ open, onClose, onPick, ...choices }: FolderDialogProps) {
  return (
    <Dialog open={open} title={choices.label} onClose={onClose} light>
      <FolderChoices {...choices} onPick={closing(onClose, onPick)} />
    </Dialog>
  )
}
