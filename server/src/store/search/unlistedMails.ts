import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { preparedForList } from '../database/prepared.ts'
import type { Finding } from './searchIndex.ts'

/**
 * Mails in unlisted folders up to which a search separates them from its hits by their places in the index. Gathering
 * these places takes a microsecond for each; looking up the folder of 10,000 hits takes four milliseconds.
 */
export const UNLISTED_MAX = 4_000

/** Whether so few mails lie in the folders that a search leaves out. */
export async function isFewUnlisted(db: Database, { unlisted, unlistedMails }: Finding): Promise<boolean> {
  if (unlisted.length === 0) return true
  const mails = unlistedMails ?? (await selectMails(db, unlisted))[0]?.mails ?? 0
  return mails <= UNLISTED_MAX
}

/** Whether all mails are known to lie in folders that a search looks into. */
export const isAllListed = ({ unlisted, unlistedMails }: Finding): boolean =>
  unlisted.length === 0 || unlistedMails === 0

const selectMails = preparedForList((db, folderIds: readonly number[]) =>
  sql<{ mails: number }>`select cast(coalesce(sum(total), 0) as integer) as mails from folder
    where id in (${sql.join(folderIds)})`.compile(db),
)
