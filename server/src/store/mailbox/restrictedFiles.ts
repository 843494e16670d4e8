import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { restrictionsOf } from './restrictions.ts'

/** Which of these files belong to a letter that may not be kept outside of its mailbox. */
export async function restrictedFiles(db: Kysely<Schema>, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attachment')
    .innerJoin('message', 'message.id', 'attachment.message_id')
    .select(['attachment.id', 'message.with_password', 'message.restricted'])
    .where('attachment.id', 'in', [...fileIds])
    .execute()
  return rows.filter((row) => !restrictionsOf(row).download).map(({ id }) => id)
}
