import type { IconName } from '../icons/paths.ts'

/** One line of a menu. */
export type MenuEntry = MenuAction | MenuBranch | MenuSeparator | MenuHeading

export interface MenuAction {
  readonly kind?: 'action' | undefined
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** A colour dot before the label, e.g. `var(--tone-3-dot)`. */
  readonly dot?: string | undefined
  readonly shortcut?: string | undefined
  /** Given, the line is a check box, or with `radio` a choice of one. */
  readonly checked?: boolean | undefined
  readonly radio?: boolean | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Leaves the menu open, for several ticks in a row. */
  readonly stay?: boolean | undefined
  readonly onSelect: () => void
}

export interface MenuBranch {
  readonly kind: 'submenu'
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly disabled?: boolean | undefined
  readonly items: readonly MenuEntry[]
}

export interface MenuSeparator {
  readonly kind: 'separator'
  readonly id: string
}

export interface MenuHeading {
  readonly kind: 'heading'
  readonly id: string
  readonly label: string
}

/** Whether the cursor may stand on a line. */
export function isReachable(entry: MenuEntry): entry is MenuAction | MenuBranch {
  return entry.kind !== 'separator' && entry.kind !== 'heading'
}

/**
 * The next line whose label starts with what was typed, looking from the line after `from` and around.
 * Typing the same letter again goes through the lines that start with it.
 */
export function findByTyping(labels: readonly string[], from: number, typed: string): number {
  const text = typed.toLowerCase()
  const again = [...text].every((letter) => letter === text[0])
  const wanted = again ? (text[0] ?? '') : text
  const start = again || from < 0 ? from + 1 : from
  for (let step = 0; step < labels.length; step++) {
    const at = (start + step + labels.length) % labels.length
    if (labels[at]?.toLowerCase().startsWith(wanted)) return at
  }
  return -1
}
