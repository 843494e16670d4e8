import type { FolderRole } from '@yanshu/contracts'
import { useShortcuts } from '@yanshu/shell-api'
import { markSeen, star, tellNothingSelected } from '../actions/commands.ts'
import { useMailT } from '../mailbox/useMailbox.ts'
import { knownRow } from './knownRows.ts'
import type { MailAction } from './targetsOf.ts'
import type { ListCommands } from './useListCommands.ts'

interface ShortcutsOptions {
  readonly commands: ListCommands
  readonly active: boolean
  readonly role: FolderRole | undefined
  /** A mail is open. */
  readonly reading: boolean
  readonly onBack: () => void
  /** Opens the choice of a folder, or of labels. */
  readonly onChoose: (what: 'move' | 'label') => void
}

/** The keys of a list. `targetsOf` says what each of them hits. */
export function useListShortcuts({ commands, active, role, reading, onBack, onChoose }: ShortcutsOptions): void {
  const t = useMailT()
  const { hit, step, open, answer } = commands
  const has = () => hit('open').kind !== 'none'
  const act = (action: MailAction, work: (ids: readonly number[]) => void) => void commands.withTargets(action, work)
  const group = t('keys.group')
  useShortcuts(
    [
      { keys: 'j', label: t('keys.next'), group, run: () => step(1) },
      { keys: 'k', label: t('keys.previous'), group, run: () => step(-1) },
      {
        keys: 'o',
        label: t('keys.open'),
        group,
        when: has,
        run: () => act('open', ([id]) => id !== undefined && open(id)),
      },
      { keys: 'u', label: t('keys.back'), group, when: () => reading, run: onBack },
      { keys: 'x', label: t('keys.select'), group, when: has, run: commands.toggleHere },
      {
        keys: 's',
        label: t('action.star'),
        group,
        when: has,
        run: () => act('star', (ids) => star(ids, knownRow(ids[0])?.color ? 0 : 1)),
      },
      { keys: '#', label: t('action.delete'), group, when: has, run: () => void commands.removeTargets() },
      { keys: 'Delete', label: t('action.delete'), group, when: has, run: () => void commands.removeTargets() },
      {
        keys: 'Shift+I',
        label: t('action.markSeen'),
        group,
        when: has,
        run: () => act('seen', (ids) => markSeen(ids, true)),
      },
      {
        keys: 'Shift+U',
        label: t('action.markUnseen'),
        group,
        when: has,
        run: () => act('unseen', (ids) => markSeen(ids, false)),
      },
      { keys: 'r', label: t('action.reply'), group, when: has, run: () => answer('reply') },
      { keys: 'a', label: t('action.replyAll'), group, when: has, run: () => answer('replyAll') },
      { keys: 'f', label: t('action.forward'), group, when: has, run: () => answer('forward') },
      {
        keys: 'v',
        label: t('action.moveTo'),
        group,
        when: () => role !== 'drafts',
        run: () => (has() ? onChoose('move') : tellNothingSelected()),
      },
      { keys: 'l', label: t('action.label'), group, when: has, run: () => onChoose('label') },
    ],
    active,
  )
}
