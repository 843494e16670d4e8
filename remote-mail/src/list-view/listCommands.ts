import type { Folder } from '@yanshu/contracts'
import type { Hit } from '@yanshu/lists'
import type { ItemCommands } from '@yanshu/lists/view'
import type { MailDrag } from '@yanshu/shell-api'
import type { MailAction } from './mailActions.ts'

/** What can be done in a list of mails, by whatever means: pointer, keys, menus. */
export interface ListCommands
  extends Pick<ItemCommands<number>, 'step' | 'neighbour' | 'idsOf' | 'toggleHere' | 'leave'> {
  open(id: number): void
  /** The mails that an action hits, see `targetsOf`. */
  hit(action: MailAction): Hit<number>
  /** Does something with them. Where a whole list is selected, its mails are asked for first. */
  withTargets(action: MailAction, work: (ids: readonly number[]) => unknown): Promise<void>
  /** Begins to drag a mail from a place in the window, with the others when it is among the selected ones. */
  drag(id: number, point: MailDrag['point']): void
  removeTargets(): Promise<void>
  /** Moves them to the folder that mails were last moved to. */
  moveAgain(target: Folder): Promise<void>
  answer(kind: 'reply' | 'replyAll' | 'forward'): void
  // The same functions from render to render, so that rows are not drawn again.
  readonly onToggle: (mailId: number, range: boolean) => void
  readonly onStar: (mailId: number) => void
  readonly onRemove: (mailId: number) => void
}
