import { intents, useShortcuts } from '@yanshu/shell-api'
import { markSeen, remove, star } from '../actions/commands.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'

interface MailKeysOptions {
  /** Whether the keys are about this mail. */
  active: boolean
  /** The mail was deleted. */
  onLeave: () => void
}

/** The keys of one mail that is read apart from a list. */
export function useMailKeys(mailId: number, { active, onLeave }: MailKeysOptions): void {
  const say = useWords()
  const group = say('keys.group')
  const write = (kind: 'reply' | 'replyAll' | 'forward') =>
    void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  useShortcuts(
    [
      { keys: 'r', label: say('action.reply'), group, run: () => write('reply') },
      { keys: 'a', label: say('action.replyAll'), group, run: () => write('replyAll') },
      { keys: 'f', label: say('action.forward'), group, run: () => write('forward') },
      {
        keys: 's',
        label: say('action.star'),
        group,
        run: () => star([mailId], mailbox().cache.row(mailId)?.color ? 0 : 1),
      },
      {
        keys: '#',
        label: say('action.delete'),
        group,
        run: () => void remove([mailId]).then((gone) => gone && onLeave()),
      },
      { keys: 'Shift+U', label: say('action.markUnseen'), group, run: () => markSeen([mailId], false) },
    ],
    active,
  )
}
