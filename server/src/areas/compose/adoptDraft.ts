import type { LetterContent } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { detachRaw } from '../../mailflow/delivery/writtenMessage.ts'
import type { Context } from '../../store/context/context.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes, messageToAdopt } from '../../store/mailbox/index.ts'
import { noteGarbageBlobs } from '../../store/sweep/noteGarbage.ts'
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
    const own = await messageToAdopt(trx, accountId, mailId)
    if (!own) return null
    // A draft has a message of its own, which no mail that comes in with the same bytes may join.
    if (own.raw_hash !== null) {
      await detachRaw(trx, own.message_id)
      await noteGarbageBlobs(trx, [own.raw_hash], context.now())
    }
    return trx
      .insertInto('draft')
      .values({ mail_id: mailId, account_id: accountId, revision: 1, ...draftColumns(content, context.now()) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
