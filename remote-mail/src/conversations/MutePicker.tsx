import { MovePicker } from '../move-picker/MovePicker.tsx'
import { mute } from './conversationEntries.ts'

interface MutePickerProps {
  mailId: number
  onClose: () => void
}

/** Chooses the folder into which later answers of a conversation go. */
export function MutePicker({ mailId, onClose }: MutePickerProps) {
  return (
    <MovePicker
      open
      anchor={{ x: window.innerWidth / 2, y: window.innerHeight / 4 }}
      onClose={onClose}
      onPick={({ folderId }) => void mute(mailId, folderId)}
    />
  )
}
