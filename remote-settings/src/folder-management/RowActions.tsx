import { IconButton, type IconName, MenuButton, useBodyWidth } from '@yanshu/ui'
import css from './folders.module.css'

export interface RowAction {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}

/** Below this width a row has room for one button. */
const ONE_BUTTON_BELOW_PX = 700

/** What can be done with a row: buttons where there is room, a menu where there is not. */
export function RowActions({ more, actions }: { more: string; actions: readonly RowAction[] }) {
  const narrow = useBodyWidth() < ONE_BUTTON_BELOW_PX
  if (narrow && actions.length > 1) {
    return (
      <MenuButton
        icon="more"
        label={more}
        items={actions.map(({ run, ...action }) => ({ ...action, onSelect: run }))}
      />
    )
  }
  return (
    <div className={css.actions}>
      {actions.map(({ id, label, icon, danger, disabled, run }) => (
        <IconButton key={id} icon={icon} label={label} danger={danger} disabled={disabled} onClick={run} />
      ))}
    </div>
  )
}
