import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'

type Parts = Pick<Context, 'store'>

/** Heads of the mails that came since a moment, the newest first; none of a folder with a password. */
export const readArrived = (
  { store }: Parts,
  { accountId }: MailReader,
  { since, limit }: { readonly since: number; readonly limit: number },
) =>
  store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['received_at', 'subject', 'from_name', 'from_address'])
    .where('mail.account_id', '=', accountId)
    .where('folder.account_id', '=', accountId)
    .where('folder.role', 'not in', ['sent', 'drafts'])
    .where('folder.guarded', '=', 0)
    .where('received_at', '>=', since)
    .orderBy('mail.sort_key', 'desc')
    .limit(limit)
    .execute()

/** The ids of an account's mails in folders with a password, for a statement that leaves them out. */
export const idsInGuarded = ({ store }: Parts, { accountId }: MailReader) =>
  store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select('mail.id')
    .where('folder.account_id', '=', accountId)
    .where('folder.guarded', '=', 1)
