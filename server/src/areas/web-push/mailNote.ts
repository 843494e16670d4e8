import { type MailNote, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import type { Listener } from './subscriptions.service.ts'

/** The push message about a new mail; null when it was read or deleted meanwhile, or its folder has a password. */
export async function mailNote(
  context: Context,
  accountId: number,
  mailId: number,
): Promise<((to: Listener) => MailNote) | null> {
  const mail = await openMailbox(context, systemActor(accountId)).toNote(mailId)
  if (!mail) return null
  return ({ withContent, language }) => ({
    account: mail.address,
    mailId,
    path: mail.role === 'inbox' ? '/inbox' : `/custombox/${mail.folder_id}`,
    from: withContent ? mail.from_name || mail.from_address : '',
    subject: withContent ? mail.subject.slice(0, NOTIFICATION_SUBJECT_LENGTH) : '',
    language,
  })
}
