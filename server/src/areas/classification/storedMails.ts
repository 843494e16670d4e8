import type { Kysely } from 'kysely'
import { noHeaders, readHeader } from '../../mailflow/reading/readHeader.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { readText } from '../../store/database/storedText.ts'
import { readAddresses } from '../../store/mailbox/index.ts'
import type { RuleNeeds } from './judgeRules.ts'
import type { RuleMail } from './ruleMail.ts'

/** Mails that are read before other calls have their turn. */
export const MAILS_PER_TURN = 100

/** A mail that is there, as rules see it. */
export interface StoredRuleMail extends RuleMail {
  readonly mailId: number
}

/** These mails as rules saw them at their delivery, in the order of the ids; those that are gone are left out. */
export async function storedRuleMails(
  context: Pick<Context, 'store' | 'blobs'>,
  mailIds: readonly number[],
  needs: RuleNeeds,
): Promise<StoredRuleMail[]> {
  if (mailIds.length === 0) return []
  const { db, engine } = context.store
  const rows = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'mail.received_at', 'message.id as message_id', 'message.raw_hash', 'message.size'])
    .select(['subject', 'from_name', 'from_address', 'to_list', 'cc_list', 'has_attachment'])
    .where(numberIn(engine, 'mail.id', mailIds))
    .execute()
  const messageIds = rows.map(({ message_id }) => message_id)
  const names = await namesOf(
    context,
    rows.filter(({ has_attachment }) => has_attachment === 1).map(({ message_id }) => message_id),
  )
  const bodies = needs.body ? await bodiesOf(context, messageIds) : new Map<number, string>()
  const found = new Map<number, StoredRuleMail>()
  for (const row of rows) {
    // A file that is gone has no header; the mail itself can still be looked at.
    const header = needs.headers ? await readHeader(context, row.raw_hash).catch(() => noHeaders) : noHeaders
    found.set(row.id, {
      mailId: row.id,
      sender: { name: row.from_name, address: row.from_address },
      get recipients() {
        return [...readAddresses(row.to_list), ...readAddresses(row.cc_list)]
      },
      subject: row.subject,
      body: bodies.get(row.message_id) ?? '',
      size: row.size,
      attachmentNames: names.get(row.message_id) ?? [],
      hasAttachment: row.has_attachment === 1,
      receivedAt: row.received_at,
      header,
    })
  }
  return mailIds.flatMap((id) => found.get(id) ?? [])
}

async function namesOf({ store }: Pick<Context, 'store'>, messageIds: readonly number[]) {
  const names = new Map<number, string[]>()
  if (messageIds.length === 0) return names
  const rows = await store.db
    .selectFrom('attachment')
    .select(['message_id', 'name'])
    .where(numberIn(store.engine, 'message_id', messageIds))
    .execute()
  for (const { message_id, name } of rows) names.set(message_id, [...(names.get(message_id) ?? []), name])
  return names
}

async function bodiesOf({ store }: Pick<Context, 'store'>, messageIds: readonly number[]) {
  const rows = await store.db
    .selectFrom('message_body')
    .select(['message_id', 'text'])
    .where(numberIn(store.engine, 'message_id', messageIds))
    .execute()
  return new Map(rows.map(({ message_id, text }) => [message_id, readText(text)]))
}

/** Ids and sort keys of received mails, the newest first, below a key. */
export async function receivedMails(
  db: Kysely<Schema>,
  accountId: number,
  { since, below, limit }: { readonly since: number; readonly below: number; readonly limit: number },
): Promise<{ id: number; sort_key: number }[]> {
  return (
    db
      .selectFrom('mail')
      .innerJoin('folder', 'folder.id', 'mail.folder_id')
      .select(['mail.id', 'mail.sort_key'])
      .where('mail.account_id', '=', accountId)
      .where('folder.account_id', '=', accountId)
      .where('folder.role', 'not in', ['sent', 'drafts'])
      .where('folder.guarded', '=', 0)
      // Reports of this system pass no step.
      .where('mail.system_notice', '=', 0)
      .where('mail.received_at', '>=', since)
      .where('mail.sort_key', '<', below)
      .orderBy('mail.sort_key', 'desc')
      .limit(limit)
      .execute()
  )
}
