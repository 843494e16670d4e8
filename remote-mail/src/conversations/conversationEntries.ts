import type { ConversationMails, MailDetail } from '@yanshu/contracts'
import { folders, http, settings } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { type MenuEntry, notify, undoable } from '@yanshu/ui'
import { mailbox } from '../mailbox/mailbox.ts'
import { sayConversation as say } from './words.ts'

/** What can be done with the conversation of the mail that is read; nothing where lists show mails alone. */
export function conversationEntries(detail: MailDetail, openMute: () => void): readonly MenuEntry[] {
  if (!settings.current().general.conversations) return []
  return [
    ...(detail.threadCount > 0
      ? [{ id: 'split', label: say('split'), icon: 'external' as const, onSelect: () => void split(detail) }]
      : []),
    isMuted(detail.mailId)
      ? { id: 'unmute', label: say('unmute'), icon: 'bell', onSelect: () => void mute(detail.mailId, null) }
      : { id: 'mute', label: say('mute'), icon: 'bell', onSelect: openMute },
  ]
}

/** Whether the conversation of a mail is muted, as far as was read of it. */
const isMuted = (mailId: number): boolean =>
  queryClient()
    .getQueriesData<ConversationMails>({ queryKey: ['conversation'] })
    .some(([, read]) => read?.muted === true && read.ids.includes(mailId))

/** What is shown of conversations is asked for again. */
function changed(): void {
  void queryClient().invalidateQueries({ queryKey: ['conversation'] })
  mailbox().lists.revalidate(({ kind }) => kind === 'own')
}

/** Makes a mail a conversation of its own. A failure is shown by `http`. */
async function split({ mailId }: MailDetail): Promise<void> {
  try {
    const { ids } = await http.get('mail/email/conversation/mails', { mailId })
    const other = ids.find((id) => id !== mailId)
    await http.post('mail/email/conversation/split', { mailIds: [mailId] })
    changed()
    if (other === undefined) return
    undoable(say('splitDone'), () => {
      void http
        .post('mail/email/conversation/join', { mailIds: [mailId], mailId: other })
        .then(changed)
        .catch(() => undefined)
    })
  } catch {
    // The conversation stays as it is.
  }
}

/** Lets later answers go into a folder, or with null into the inbox again. A failure is shown by `http`. */
export async function mute(mailId: number, mailboxId: number | null): Promise<void> {
  try {
    await http.post('mail/email/conversation/mute', { mailId, mailboxId })
  } catch {
    return
  }
  void queryClient().invalidateQueries({ queryKey: ['conversation'] })
  if (mailboxId === null) {
    notify.info(say('unmuted'))
    return
  }
  const folder = folders.tree().byId(mailboxId)
  undoable(say('muted', { name: folder ? folders.tree().nameOf(folder) : '' }), () => void mute(mailId, null))
}
