import { IconButton, MenuButton, useBodyWidth } from '@yanshu/ui'
import css from './folders.module.css'
import type { RowAction } from './rowAction.ts'

/** Below this width a row has room for one button. */
const ONE_BUTTON_BELOW_PX = 700

interface RowActionsProps {
  more: string
  actions: readonly RowAction[]
  /** What is done less often: always in the menu. */
  further?: readonly RowAction[] | undefined
}

/** What can be done with a row: buttons where there is room, a menu for the rest. */
export function RowActions({ more, actions, further = [] }: RowActionsProps) {
  const narrow = useBodyWidth() < ONE_BUTTON_BELOW_PX
  const menu = (items: readonly RowAction[]) => (
    <MenuButton icon="more" label={more} items={items.map(({ run, ...action }) => ({ ...action, onSelect: run }))} />
  )
  if (narrow && actions.length + further.length > 1) return menu([...actions, ...further])
  return (
    <div className={css.actions}>
      {actions.map(({ id, label, icon, danger, disabled, run }) => (
        <IconButton key={id} icon={icon} label={label} danger={danger} disabled={disabled} onClick={run} />
      ))}
      {further.length > 0 && menu(further)}
    </div>
  )
}
