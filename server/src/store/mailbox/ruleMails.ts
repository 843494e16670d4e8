import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context, TransactionContext } from '../context/context.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import { readText } from '../database/storedText.ts'
import type { Trx } from '../database/transact.ts'

type Parts = Pick<Context, 'store'>

/**
 * What rules ask about mails that are there, in no order: their heads, the names of their files, and their texts where
 * `withText`. None of another account is among them. The ids come from the lists below, which decide about folders.
 */
export async function readForRules(
  { store }: Parts,
  { accountId }: MailReader,
  mailIds: readonly number[],
  { withText }: { readonly withText: boolean },
) {
  if (mailIds.length === 0) return []
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'mail.received_at', 'message.id as message_id', 'message.raw_hash', 'message.size'])
    .select(['subject', 'from_name', 'from_address', 'to_list', 'cc_list', 'has_attachment'])
    .where(numberIn(store.engine, 'mail.id', mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .execute()
  const withFiles = rows.filter(({ has_attachment }) => has_attachment === 1)
  const names = await namesOf(
    { store },
    withFiles.map(({ message_id }) => message_id),
  )
  const messageIds = rows.map(({ message_id }) => message_id)
  const texts = withText ? await textsOf({ store }, messageIds) : new Map<number, string>()
  return rows.map((row) => ({
    ...row,
    fileNames: names.get(row.message_id) ?? [],
    text: texts.get(row.message_id) ?? '',
  }))
}

async function namesOf({ store }: Parts, messageIds: readonly number[]) {
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

async function textsOf({ store }: Parts, messageIds: readonly number[]) {
  const rows = await store.db
    .selectFrom('message_body')
    .select(['message_id', 'text'])
    .where(numberIn(store.engine, 'message_id', messageIds))
    .execute()
  return new Map(rows.map(({ message_id, text }) => [message_id, readText(text)]))
}

/** Which mails come next of those that are read from the newest on. */
export interface Walk {
  /** Only mails below this sort key. */
  readonly below: number
  readonly limit: number
}

/** Ids and sort keys of received mails outside of folders with a password, the newest first. */
export const receivedIds = (
  { store }: Parts,
  { accountId }: MailReader,
  { since, below, limit }: Walk & { readonly since: number },
): Promise<{ id: number; sort_key: number }[]> =>
  store.db
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

/** The same of one folder. The caller has asked whether it is open (`requireOpen`). */
export const idsOfFolder = (
  { store }: Parts,
  { accountId }: MailReader,
  folderId: number,
  { below, limit }: Walk,
): Promise<{ id: number; sort_key: number }[]> =>
  store.db
    .selectFrom('mail')
    .select(['id', 'sort_key'])
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .where('sort_key', '<', below)
    .orderBy('sort_key', 'desc')
    .limit(limit)
    .execute()

/** Where mails of an account lie and how they are marked, so that a change of many can be taken back. */
export const marksOfMails = (
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  accountId: number,
  mailIds: readonly number[],
) =>
  trx
    .selectFrom('mail')
    .select(['id', 'folder_id', 'seen', 'color'])
    .where(numberIn(store.engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .execute()

/** Those of these mails of an account that lie in a folder. */
export async function mailsStillIn(
  trx: Trx,
  { store }: Pick<TransactionContext, 'store'>,
  { accountId, folderId }: { readonly accountId: number; readonly folderId: number },
  mailIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom('mail')
    .select('id')
    .where(numberIn(store.engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .where('folder_id', '=', folderId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The addresses that mails of an account are from, each once and no more than `limit`. */
export async function sendersOfMails(
  { store }: Parts,
  accountId: number,
  mailIds: readonly number[],
  limit: number,
): Promise<string[]> {
  const rows = await store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select('message.from_address')
    .distinct()
    .where(numberIn(store.engine, 'mail.id', mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .limit(limit)
    .execute()
  return rows.map(({ from_address }) => from_address)
}
