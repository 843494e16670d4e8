import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { foldersOf } from './lists.ts'

/**
 * Subjects and names of the senders of the newest mails outside the recycle bin, spam and folders with a password, each once,
 * the newest first. It is read among the searches. Throws `BusyError`, `SearchTooLongError`.
 * @param limit mails that are looked at
 */
export async function readNewestWords(
  context: Pick<Context, 'store' | 'search'>,
  { accountId }: MailReader,
  limit: number,
): Promise<string[]> {
  const { unlisted } = await foldersOf(context, accountId)
  const rows = await context.search.readInTurn(accountId, () =>
    context.store.longReads
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(['message.subject', 'message.from_name'])
      .where('mail.account_id', '=', accountId)
      .where('mail.folder_id', 'not in', unlisted)
      .orderBy('mail.sort_key', 'desc')
      .limit(limit)
      .execute(),
  )
  return [...new Set(rows.flatMap(({ subject, from_name }) => [subject, from_name]))].filter((text) => text !== '')
}
