import { perLogin } from '@yanshu/shell-api'

/** Folders that are offered again. */
export const RECENT_MOVES = 3

const recent = perLogin<number[]>(() => [])

/** The folders that mails were moved to since the page was loaded, the last first. */
export const recentMoves = (): readonly number[] => recent()

/** Notes a folder that was chosen for mails, by the picker or by dropping them on it. */
export function noteMove(folderId: number): void {
  const list = recent()
  list.splice(0, list.length, ...withMove(list, folderId))
}

/** The list with a folder in front, each once. */
export const withMove = (list: readonly number[], folderId: number): readonly number[] =>
  [folderId, ...list.filter((one) => one !== folderId)].slice(0, 2 * RECENT_MOVES)
