import { type MailNote, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { Listener } from './subscriptions.service.ts'

/** What is said of a new mail; null when it was read or deleted meanwhile, or only who opens its folder may hear of it. */
export async function mailNote(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  mailId: number,
): Promise<((to: Listener) => MailNote) | null> {
  const mail = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('account', 'account.id', 'mail.account_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select([
      'folder.role',
      'folder.guarded',
      'mail.folder_id',
      'mail.seen',
      'message.subject',
      'message.from_name',
      'message.from_address',
    ])
    .select('account.address')
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail || mail.seen === 1 || mail.guarded === 1) return null
  return ({ withContent, language }) => ({
    account: mail.address,
    mailId,
    path: mail.role === 'inbox' ? '/inbox' : `/custombox/${mail.folder_id}`,
    from: withContent ? mail.from_name || mail.from_address : '',
    subject: withContent ? mail.subject.slice(0, NOTIFICATION_SUBJECT_LENGTH) : '',
    language,
  })
}
