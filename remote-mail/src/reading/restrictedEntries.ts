import type { MenuEntry } from '@yanshu/ui'

/**
 * What the server refuses of a letter whose sender restricts how it is read: to forward it, to save it as it came, and to give
 * administrators a copy.
 */
const REFUSED: ReadonlySet<string> = new Set(['forward', 'attach', 'raw', 'eml', 'report'])

/** The entries of a menu about such a letter: those that would be refused are off, and name the reason. */
export const restrictedEntries = (
  entries: readonly MenuEntry[],
  why: (action: string) => string,
): readonly MenuEntry[] =>
  entries.map((entry) =>
    REFUSED.has(entry.id) && 'onSelect' in entry ? { ...entry, label: why(entry.label), disabled: true } : entry,
  )
