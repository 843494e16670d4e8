import { type FolderTree, useFolders } from '@yanshu/shell-api'
import { useMemo } from 'react'

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
  const list = labelsOf(useFolders())
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content, not by identity
  return useMemo(() => new Map(list.map((label) => [label.labelId, label])), [JSON.stringify(list)])
}
