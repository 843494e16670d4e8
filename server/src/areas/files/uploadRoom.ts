import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'

/**
 * Bytes that an account may still upload: what its quota leaves beside its mail, beside the uploads that no draft counts,
 * beside the whole of those that are unfinished, beside the files of letters that are fetched by links, and beside the files of events in its calendars, each content once. `Infinity` where there is no quota.
 */
export async function roomForUpload(db: Kysely<Schema>, accountId: number): Promise<number> {
  const account = await db
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return 0
  if (account.quota_bytes === 0) return Number.POSITIVE_INFINITY
  // The size of a draft holds that of its attachments already.
  const loose = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not exists (select 1 from draft
      where draft.account_id = upload.account_id and draft.file_ids like '%' || upload.id || '%')`)
    .executeTakeFirst()
  const begun = await db
    .selectFrom('unfinished_upload')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('account_id', '=', accountId)
    // What others hand in and what goes into the document center has a room of its own.
    .where('request_id', 'is', null)
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  const linked = await db
    .selectFrom('file_link')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(size) as bytes from (
      select distinct blob_hash, size from event_file
        where calendar_id in (select id from calendar where account_id = ${accountId})
          and not exists (select 1 from attachment join mail on mail.message_id = attachment.message_id
            where attachment.blob_hash = event_file.blob_hash and mail.account_id = ${accountId})
    ) as kept`.execute(db)
  // PostgreSQL sums big integers into a decimal, which arrives as text.
  const kept = [loose, begun, linked, rows[0]].reduce((sum, one) => sum + Number(one?.bytes ?? 0), 0)
  return account.quota_bytes - account.used_bytes - kept
}
