import type { FolderRole } from '@yanshu/contracts'
import { folders, useShortcuts } from '@yanshu/shell-api'
import { markSeen, star, warnNothingSelected } from '../actions/commands.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { recentMoves } from '../move-picker/recentMoves.ts'
import { knownRow } from './knownRows.ts'
import type { ListCommands } from './listCommands.ts'
import type { MailAction } from './mailActions.ts'

interface ShortcutsOptions {
  readonly commands: ListCommands
  readonly active: boolean
  readonly role?: FolderRole | undefined
  /** A mail is open. */
  readonly reading: boolean
  readonly onBack: () => void
  /** Opens the choice of a folder, or of labels. */
  readonly onChoose: (what: 'move' | 'label') => void
}

/** The keys of a list. `targetsOf` answers which mails each of them acts on. */
export function useListShortcuts({ commands, active, role, reading, onBack, onChoose }: ShortcutsOptions): void {
  const say = useWords()
  const { hit, step, open, answer } = commands
  const has = () => hit('open').kind !== 'none'
  const act = (action: MailAction, work: (ids: readonly number[]) => void) => void commands.withTargets(action, work)
  const group = say('keys.group')
  const key = (keys: string, label: string, run: () => void, when: () => boolean = has) => ({
    keys,
    label: say(label),
    group,
    run,
    when,
  })
  const always = () => true
  const removeTargets = () => void commands.removeTargets()
  const choose = () => (has() ? onChoose('move') : warnNothingSelected())
  const moves = () => role !== 'drafts'
  useShortcuts(
    [
      key('j', 'keys.next', () => step(1), always),
      key('k', 'keys.previous', () => step(-1), always),
      key('o', 'keys.open', () => act('open', ([id]) => id !== undefined && open(id))),
      key('u', 'keys.back', onBack, () => reading),
      key('x', 'keys.select', commands.toggleHere),
      key('s', 'action.star', () => act('star', (ids) => star(ids, knownRow(ids[0])?.color ? 0 : 1))),
      key('#', 'action.delete', removeTargets),
      key('Delete', 'action.delete', removeTargets),
      key('Shift+I', 'action.markSeen', () => act('seen', (ids) => markSeen(ids, true))),
      key('Shift+U', 'action.markUnseen', () => act('unseen', (ids) => markSeen(ids, false))),
      key('r', 'action.reply', () => answer('reply')),
      key('a', 'action.replyAll', () => answer('replyAll')),
      key('f', 'action.forward', () => answer('forward')),
      key('v', 'action.moveTo', choose, moves),
      key(
        'Shift+V',
        'keys.moveAgain',
        () => {
          const last = folders.tree().byId(recentMoves()[0] ?? 0)
          if (last && has()) void commands.moveAgain(last)
          else choose()
        },
        moves,
      ),
      key('l', 'action.label', () => onChoose('label')),
    ],
    active,
  )
}
