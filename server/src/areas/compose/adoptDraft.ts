import type { LetterContent } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { draftColumns } from './draftRow.ts'

/**
 * Makes a draft of a mail in the drafts folder that was not written here, such as one of an import or of the
 * demonstration. From then on saving replaces it, as with every draft. Null when the mail cannot be replaced without loss:
 * other mailboxes have its message too, or only the beginning of its text is stored.
 */
export function adoptDraft(
  context: Context,
  accountId: number,
  mailId: number,
  content: LetterContent,
): Promise<Selectable<DraftTable> | null> {
  return transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const made = await trx.selectFrom('draft').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
    if (made) return made
    const own = await trx
      .selectFrom('mail')
      .innerJoin('folder', 'folder.id', 'mail.folder_id')
      .innerJoin('message_body', 'message_body.message_id', 'mail.message_id')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(['mail.message_id', 'message.raw_hash'])
      .where('mail.id', '=', mailId)
      .where('mail.account_id', '=', accountId)
      .where('folder.role', '=', 'drafts')
      .where('message_body.truncated', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mail as other')
              .select('other.id')
              .whereRef('other.message_id', '=', 'mail.message_id')
              .whereRef('other.id', '!=', 'mail.id'),
          ),
        ),
      )
      .executeTakeFirst()
    if (!own) return null
    // A draft has a message of its own, which no mail that comes in with the same bytes may join.
    if (own.raw_hash !== null) {
      await trx.updateTable('message').set({ raw_hash: null }).where('id', '=', own.message_id).execute()
      await trx.insertInto('garbage_blob').values({ hash: own.raw_hash, since: context.now() }).execute()
    }
    return trx
      .insertInto('draft')
      .values({ mail_id: mailId, account_id: accountId, revision: 1, ...draftColumns(content, context.now()) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
