import { intents, useShortcuts } from '@yanshu/shell-api'
import { markSeen, remove, star } from '../actions/commands.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useMailT } from '../mailbox/useMailbox.ts'

interface MailKeysOptions {
  /** Whether the keys are about this mail. */
  active: boolean
  /** The mail was deleted. */
  onLeave: () => void
}

/** The keys of one mail that is read apart from a list. */
export function useMailKeys(mailId: number, { active, onLeave }: MailKeysOptions): void {
  const t = useMailT()
  const group = t('keys.group')
  const write = (kind: 'reply' | 'replyAll' | 'forward') =>
    void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  useShortcuts(
    [
      { keys: 'r', label: t('action.reply'), group, run: () => write('reply') },
      { keys: 'a', label: t('action.replyAll'), group, run: () => write('replyAll') },
      { keys: 'f', label: t('action.forward'), group, run: () => write('forward') },
      {
        keys: 's',
        label: t('action.star'),
        group,
        run: () => star([mailId], mailbox().cache.row(mailId)?.color ? 0 : 1),
      },
      {
        keys: '#',
        label: t('action.delete'),
        group,
        run: () => void remove([mailId]).then((gone) => gone && onLeave()),
      },
      { keys: 'Shift+U', label: t('action.markUnseen'), group, run: () => markSeen([mailId], false) },
    ],
    active,
  )
}
