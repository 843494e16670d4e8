import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'

/**
 * Bytes that an account may still upload: what its quota leaves beside its mail and beside the uploads that no draft
 * counts. `Infinity` where there is no quota.
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
    .where(sql<boolean>`not exists (select 1 from draft join mail on mail.id = draft.mail_id
      where mail.account_id = upload.account_id and draft.file_ids like '%' || upload.id || '%')`)
    .executeTakeFirst()
  // PostgreSQL sums big integers into a decimal, which arrives as text.
  return account.quota_bytes - account.used_bytes - Number(loose?.bytes ?? 0)
}
