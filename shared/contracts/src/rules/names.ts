import { FOLDER_NAME_MAX, FOLDER_NAME_MAX_QUICK, FOLDER_NAME_MIN } from '../limits.ts'
import { containsEmoji } from './emoji.ts'

export type NameProblem = 'required' | 'too-long' | 'emoji' | 'control'

/** Length as people count it: code points, so that 𠮷 is one character. */
export const lengthOf = (text: string): number => [...text].length

/**
 * Checks the name of a folder or label (§5). The length limit has two readings, both kept: `quick` (at most 10) for
 * the sidebar's dialog, `full` (1 to 30) for folder management and the server. Emojis are blocked unless the organisation
 * has turned them on (`emojiEnable`).
 */
export function folderNameProblem(
  name: string,
  reading: 'quick' | 'full' = 'full',
  emojiEnable = false,
): NameProblem | null {
  const trimmed = name.trim()
  if (lengthOf(trimmed) < FOLDER_NAME_MIN) return 'required'
  if (lengthOf(trimmed) > (reading === 'quick' ? FOLDER_NAME_MAX_QUICK : FOLDER_NAME_MAX)) return 'too-long'
  if (!emojiEnable && containsEmoji(trimmed)) return 'emoji'
  if (/\p{Cc}/u.test(trimmed)) return 'control'
  return null
}
