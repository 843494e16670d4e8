import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { restrictionsOf } from './restrictions.ts'

/**
 * What a note outside of the page may say of a new mail; null when it was read or deleted meanwhile, or lies in a folder
 * with a password, be it open or not.
 */
export async function readForNote({ store }: Pick<Context, 'store'>, { accountId }: MailReader, mailId: number) {
  const mail = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('account', 'account.id', 'mail.account_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['folder.role', 'folder.guarded', 'mail.folder_id', 'mail.seen', 'account.address'])
    .select(['message.subject', 'message.from_name', 'message.from_address'])
    .select(['message.with_password', 'message.restricted'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail || mail.seen === 1 || mail.guarded === 1) return null
  return { ...mail, restrictions: restrictionsOf(mail) }
}
