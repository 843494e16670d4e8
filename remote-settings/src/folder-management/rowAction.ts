import type { IconName } from '@yanshu/ui'

/** Something that can be done with a row, as a button or in its menu. */
export interface RowAction {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}
