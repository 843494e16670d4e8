import { FOLDER_NAME_MAX } from '@yanshu/contracts'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { isListed, listValue, ownedBy } from '../../store/database/ids.ts'
import { createLabel } from '../labels/index.ts'
import type { FolderRow, MigrationRow } from './migrationRows.ts'

/** Whether the other server is Gmail, which shows a mail in a folder for each of its labels and once more in a folder of all. */
export const isGmail = (client: ImapFlow): boolean => client.capabilities.has('X-GM-EXT-1')

/** Its number over all folders there; '' on other servers. */
export const gmailIdOf = (client: ImapFlow, { emailId }: FetchMessageObject): string =>
  isGmail(client) ? (emailId ?? '') : ''

/** The mails here of those that another folder of the same account there has brought, by their numbers there. */
export async function twinsOf(
  { store }: Pick<Context, 'store'>,
  migration: MigrationRow,
  folder: FolderRow,
  gmailIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (gmailIds.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('migration_mail')
    .innerJoin('migration_folder', 'migration_folder.id', 'migration_mail.migration_folder_id')
    .innerJoin('migration', 'migration.id', 'migration_folder.migration_id')
    .innerJoin('mail', 'mail.id', 'migration_mail.mail_id')
    .select(['migration_mail.gmail_id', 'mail.id'])
    .where(isListed(store.engine, 'migration_mail.gmail_id', 'text', listValue(store.engine, gmailIds)))
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.host', '=', migration.host)
    .where('migration.user_name', '=', migration.user_name)
    .where(ownedBy('mail.account_id', migration.account_id))
    .where('migration_folder.path', '<>', folder.path)
    .execute()
  return new Map(rows.map(({ gmail_id, id }) => [gmail_id, id]))
}

/** The label here that a folder of Gmail stands for, made where it is missing; null for its folders of all, starred and the like. */
export async function labelOf(
  context: Context,
  accountId: number,
  { names, role }: Pick<FolderRow, 'names' | 'role'>,
): Promise<number | null> {
  const parts: string[] = JSON.parse(names)
  if (role !== null || /^\[(?:Gmail|Google Mail)\]$/i.test(parts[0] ?? '')) return null
  const name = [...parts.join('/').normalize('NFC')].slice(0, FOLDER_NAME_MAX).join('').trim()
  const find = async () => {
    const { db } = context.store
    const row = await db
      .selectFrom('label')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.id ?? null
  }
  const there = await find()
  if (there !== null || name === '') return there
  try {
    return (await createLabel(context, accountId, { name })).labelId
  } catch (error) {
    if (!(error instanceof NameTakenError)) throw error
    return find()
  }
}
