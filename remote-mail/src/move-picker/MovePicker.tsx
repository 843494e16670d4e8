import type { Folder } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { type Anchor, afterPaint, Popover, Skeleton } from '@yanshu/ui'
import { Suspense, useRef } from 'react'
import type { RowLabels } from '../list-view/useLabels.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { loadMoveChoices } from './loadMoveChoices.ts'
import css from './MovePicker.module.css'
import { noteMove } from './recentMoves.ts'

const MoveChoices = lazyPart(loadMoveChoices)
const LabelChoices = lazyPart(async () => ({ default: (await loadMoveChoices()).LabelChoices }))

interface MovePickerProps {
  open: boolean
  anchor: Anchor
  onClose: () => void
  /** The folder the mails are in; shown, not chosen. */
  current?: number | undefined
  onPick: (folder: Folder) => void
}

/** Chooses where mails are moved to. The panel opens at once and receives the keys; what is in it comes with its group. */
export function MovePicker({ open, anchor, onClose, current, onPick }: MovePickerProps) {
  const say = useWords()
  const picked = useRef(false)
  const pick = (folder: Folder) => {
    if (picked.current) return
    picked.current = true
    noteMove(folder.folderId)
    onPick(folder)
    // The mails go first: removing the panel takes as long again.
    afterPaint(() => {
      picked.current = false
      onClose()
    })
  }
  return (
    <Popover open={open} anchor={anchor} onClose={onClose} label={say('action.moveTo')} className={css.picker}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <MoveChoices current={current} onPick={pick} />
      </Suspense>
    </Popover>
  )
}

interface LabelPickerProps {
  open: boolean
  anchor: Anchor
  onClose: () => void
  rows: readonly MailRow[]
  labels: RowLabels
  onToggle: (labelId: number, on: boolean) => void
}

/** Adds or removes a label of mails, found by typing. */
export function LabelPicker({ open, anchor, onClose, ...choices }: LabelPickerProps) {
  const say = useWords()
  return (
    <Popover open={open} anchor={anchor} onClose={onClose} label={say('action.label')} className={css.picker}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <LabelChoices {...choices} onClose={onClose} />
      </Suspense>
    </Popover>
  )
}
