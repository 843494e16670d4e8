import { type Folder, type FolderLists, type FolderNode, folderTree, type MigrationSource } from '@yanshu/contracts'
import { DAY_MS, dayOfIso, HOUR_MS } from '@yanshu/contracts/days'

/** What is brought: folders, and days as `YYYY-MM-DD` on the person's clock, both included. */
export interface Range {
  readonly paths: ReadonlySet<string>
  readonly since: string | undefined
  readonly last: string | undefined
}

/** Everything but spam and what was deleted. */
export const usualRange = (folders: readonly MigrationSource[]): Range => ({
  paths: new Set(folders.filter(({ role }) => role !== 'spam' && role !== 'trash').map(({ path }) => path)),
  since: undefined,
  last: undefined,
})

/** The folders of this mailbox that can be copied elsewhere, by their ids; not those whose password has not been entered. */
export function ownFolders(
  { folderList, customList }: Pick<FolderLists, 'folderList' | 'customList'>,
  nameOf: (folder: Folder) => string,
): MigrationSource[] {
  const shown = (folder: Folder, around: readonly string[]): MigrationSource[] =>
    folder.opened === false
      ? []
      : [
          {
            path: `${folder.folderId}`,
            names: [...around, nameOf(folder)],
            role: folder.role === 'custom' ? null : folder.role,
            mails: folder.mail,
            bytes: folder.spaceSize,
          },
        ]
  const branch =
    (around: readonly string[]) =>
    ({ folder, children }: FolderNode<Folder>): MigrationSource[] => [
      ...shown(folder, around),
      ...children.flatMap(branch([...around, nameOf(folder)])),
    ]
  return [...folderList.flatMap((folder) => shown(folder, [])), ...folderTree(customList).flatMap(branch([]))]
}

export const isRangeWrong = ({ since, last }: Range): boolean =>
  since !== undefined && last !== undefined && since > last

/** The moments of a range. @param timeZone hours east of Greenwich */
export function momentsOf(
  { since, last }: Pick<Range, 'since' | 'last'>,
  timeZone: number,
): { since: number | null; before: number | null } {
  const begin = (day: string) => (dayOfIso(day) ?? Number.NaN) * DAY_MS - timeZone * HOUR_MS
  return {
    since: since === undefined ? null : Math.max(0, begin(since)),
    before: last === undefined ? null : Math.max(0, begin(last) + DAY_MS),
  }
}
