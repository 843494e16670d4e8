import { SEALED_BEGINNING } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import { FolderClosedError, MailNotFoundError } from '../../platform/http/errors.ts'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { closedBy } from './closedFolders.ts'
import { sortKeyAt } from './sortKey.ts'

/*
 * What writing asks about the mails that a letter is, was or answers. Only ids, sizes and states are read: what is shown of
 * a mail comes from `openMailbox`.
 */

/** A draft that lies in the drafts folder of an account. Throws `MailNotFoundError`. */
export async function draftInFolder(trx: Trx, accountId: number, mailId: number) {
  const stored = await trx
    .selectFrom('draft')
    .innerJoin('mail', 'mail.id', 'draft.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['draft.revision', 'draft.saved_at', 'draft.file_ids'])
    .select(['draft.options', 'draft.priority', 'draft.request_receipt', 'draft.saved_session'])
    .select(sql<number>`length(draft.html)`.as('html_length'))
    .select(sql<string>`substr(draft.html, 1, ${SEALED_BEGINNING.length})`.as('html_beginning'))
    .select(['mail.message_id', 'mail.folder_id', 'mail.sort_key', 'mail.size'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .where('folder.role', '=', 'drafts')
    .executeTakeFirst()
  if (!stored) throw new MailNotFoundError()
  return stored
}

/**
 * The message of a mail in the drafts folder that may become a draft; null for one that cannot be replaced without loss:
 * other mailboxes have its message too, or only the beginning of its text is stored.
 */
export async function messageToAdopt(trx: Trx, accountId: number, mailId: number) {
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
  return own ?? null
}

/**
 * Refuses a mail of another account, with `MailNotFoundError`. One that has been deleted is allowed: a letter that answers
 * it has no reference to it then.
 */
export async function refuseMailOfOther(db: Kysely<Schema>, accountId: number, mailId: number | null): Promise<void> {
  if (mailId === null) return
  const mail = await db.selectFrom('mail').select('account_id').where('id', '=', mailId).executeTakeFirst()
  if (mail && mail.account_id !== accountId) throw new MailNotFoundError()
}

/** Throws `FolderClosedError` where a mail that is still there lies in a folder that is closed to who asks. */
export async function requireMailOpen(trx: Trx, reader: MailReader, mailId: number): Promise<void> {
  const mail = await trx
    .selectFrom('mail')
    .select('folder_id')
    .where('id', '=', mailId)
    .where('account_id', '=', reader.accountId)
    .executeTakeFirst()
  if (mail && (await closedBy(trx, reader, mail.folder_id)) !== null) throw new FolderClosedError()
}

/** A sort key of a moment that no mail has. */
export async function freeSortKey(trx: Trx, at: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const sortKey = sortKeyAt(at, attempt)
    const taken = await trx.selectFrom('mail').select('id').where('sort_key', '=', sortKey).executeTakeFirst()
    if (!taken) return sortKey
  }
}
