import { Checkbox, countSelected, EVERYTHING, IconButton, type IconName, NOTHING, type Selection } from '@yanshu/ui'
import css from './ActionBar.module.css'
import type { ItemCommands } from './useItemCommands.ts'
import { isSelecting } from './useListSelection.ts'

/** Something that can be done with items of a kind. */
export interface ItemAction<Id> {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** A key, named as `useShortcuts` of shell-api does: `s`, `Shift+I`, `Delete`. */
  readonly keys?: string
  /** It is done to one item: of several it hits none, and a message reports it. */
  readonly forOne?: boolean
  readonly danger?: boolean
  /** Does it; the selection goes with its items where this answers true. */
  readonly run: (ids: readonly Id[]) => unknown
}

/** The keys of actions, for `useShortcuts` of shell-api: each does what the bar does, to what is marked. */
export const keysOf = <Id,>(actions: readonly ItemAction<Id>[], commands: ItemCommands<Id>, group: string) =>
  actions.flatMap(({ keys, label, forOne = false, run }) =>
    keys === undefined
      ? []
      : [
          {
            keys,
            label,
            group,
            when: () => commands.hit(forOne).kind !== 'none',
            run: () => void commands.withTargets(forOne, run),
          },
        ],
  )

interface ActionBarProps<Id> {
  label: string
  actions: readonly ItemAction<Id>[]
  commands: ItemCommands<Id>
  selection: Selection
  /** Rows of the list. */
  total: number
  onSelection: (selection: Selection) => void
  words: { readonly all: string; readonly none: string; readonly count: (selected: number) => string }
}

/** What can be done with the selected items; nothing while none is selected. */
export function ActionBar<Id>(props: ActionBarProps<Id>) {
  const { label, actions, commands, selection, total, onSelection, words } = props
  if (!isSelecting(selection)) return null
  const count = countSelected(selection, total)
  return (
    <div role="toolbar" aria-label={label} className={css.bar}>
      <Checkbox
        label={words.all}
        hideLabel
        checked={count === total}
        mixed={count < total}
        onChange={() => onSelection(count < total ? EVERYTHING : NOTHING)}
      />
      <span className={css.count} aria-live="polite">
        {words.count(count)}
      </span>
      {actions.map(({ id, label, icon, keys, forOne = false, danger = false, run }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          shortcut={keys}
          danger={danger}
          onClick={() =>
            void commands.withTargets(forOne, async (ids) => {
              if ((await run(ids)) === true) onSelection(NOTHING)
            })
          }
        />
      ))}
      <IconButton icon="close" label={words.none} onClick={() => onSelection(NOTHING)} />
    </div>
  )
}
