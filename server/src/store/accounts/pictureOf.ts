import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The address of the picture that a person shows of themselves, '' for none. Another picture has another address. */
export async function pictureOf(db: Kysely<Schema>, accountId: number): Promise<string> {
  const picture = await db
    .selectFrom('account_picture')
    .select('picture_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return picture ? `/api/file/showCustomPicture/${picture.picture_id}` : ''
}
