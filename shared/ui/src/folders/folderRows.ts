import type { IconName } from '../icons/paths.ts'
import { NAME_RANK, nameRank } from '../pinyin/nameRank.ts'

/** A folder or a label that can be chosen, or at least leads to some that can. */
export interface PickableFolder {
  readonly id: number
  readonly name: string
  readonly icon?: IconName | undefined
  /** A colour shown in place of the icon. */
  readonly dot?: string | undefined
  /** Whether it has a tick; undefined where none has one. */
  readonly checked?: boolean | undefined
  /** Shown in the tree and not chosen: where the mails are now, or a folder that only holds others. */
  readonly disabled?: boolean | undefined
  readonly children?: readonly PickableFolder[] | undefined
}

/** Folders under a heading: those of the system, one's own. */
export interface FolderSection {
  readonly id: string
  readonly label: string
  readonly folders: readonly PickableFolder[]
  /** Its folders stand in another section too, which is the one that typing finds them in. */
  readonly repeats?: boolean | undefined
}

/** A line of the picker. */
export interface FolderRow {
  readonly folder: PickableFolder
  readonly section: FolderSection
  /** Steps of indentation. */
  readonly depth: number
  /** Names of the folders it lies in, the outermost first. */
  readonly path: readonly string[]
}

/** All folders in the order of the tree. */
export function folderRows(sections: readonly FolderSection[]): readonly FolderRow[] {
  const rows: FolderRow[] = []
  const walk = (section: FolderSection, folders: readonly PickableFolder[], path: readonly string[]) => {
    for (const folder of folders) {
      rows.push({ folder, section, depth: path.length, path })
      if (folder.children) walk(section, folder.children, [...path, folder.name])
    }
  }
  for (const section of sections) walk(section, section.folders, [])
  return rows
}

/**
 * The folders that typed text points at, the best first: by name, pinyin or initials. Folders that can't be chosen are
 * not found. Without text it is the whole tree.
 */
export function findFolders(sections: readonly FolderSection[], typed: string): readonly FolderRow[] {
  const rows = folderRows(sections)
  if (typed.trim() === '') return rows
  return rows
    .filter(({ folder, section }) => !folder.disabled && !section.repeats)
    .map((row) => ({ row, rank: nameRank(typed, row.folder.name) }))
    .filter(({ rank }) => rank > NAME_RANK.none)
    .sort((a, b) => b.rank - a.rank)
    .map(({ row }) => row)
}
