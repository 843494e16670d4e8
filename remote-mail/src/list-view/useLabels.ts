import { type FolderTree, folders } from '@yanshu/shell-api'
import { useMemo } from 'react'
import { useOfFolders } from '../mailbox/useMailbox.ts'

/** A label as a row shows it. */
export interface RowLabel {
  readonly labelId: number
  readonly name: string
  /** A tone of the interface, from 1. */
  readonly tone: number
}

export type RowLabels = ReadonlyMap<number, RowLabel>

/** Labels of the contract count their colours from 0, tones of the interface from 1. */
export const toneOfLabel = (color: number): number => color + 1

function labelsOf(tree: FolderTree): RowLabel[] {
  return (tree.lists?.labelList ?? [])
    .filter((label) => label.state === 0)
    .map(({ labelId, labelName, color }) => ({ labelId, name: labelName, tone: toneOfLabel(color) }))
}

/** The labels by id; the same object while names and colours stay, however the counters move. */
export function useLabels(): RowLabels {
  // The names and colours are compared, because `labelsOf` makes new objects each time.
  const said = useOfFolders((tree) => JSON.stringify(labelsOf(tree)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when names or colours have changed
  return useMemo(() => new Map(labelsOf(folders.tree()).map((label) => [label.labelId, label])), [said])
}
