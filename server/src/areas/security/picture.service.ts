import { barePicture, CUSTOM_PICTURE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import { bytesOf, fileOf } from '../../store/blobs/uploadForm.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { randomToken } from '../../store/sessions/tokens.ts'

/** Where a picture is shown, '' for none. */
export const pictureAddress = (id: string | undefined): string => (id ? `/api/file/showCustomPicture/${id}` : '')

/**
 * Takes the picture of a person, cut by the page, in the place of the one before; what a camera noted in it goes. Answers
 * its address. Throws `BadRequestError` for what is no picture, or one of too many pixels, `TooLargeError`.
 */
export async function takePersonPicture(
  context: Context,
  accountId: number,
  request: FastifyRequest,
): Promise<{ id: string; url: string }> {
  const picture = barePicture(await bytesOf(await fileOf(request, CUSTOM_PICTURE_MAX), CUSTOM_PICTURE_MAX))
  if (!picture) throw new BadRequestError(['file'])
  const id = randomToken()
  await change(context, accountId, {
    picture_id: id,
    type: picture.type,
    data: Buffer.from(picture.data).toString('base64'),
  })
  return { id, url: pictureAddress(id) }
}

export const removePersonPicture = (context: Context, accountId: number): Promise<void> =>
  change(context, accountId, null)

async function change(
  context: Context,
  accountId: number,
  row: { readonly picture_id: string; readonly type: string; readonly data: string } | null,
): Promise<void> {
  await transact(context, async (trx) => {
    await trx.deleteFrom('account_picture').where('account_id', '=', accountId).execute()
    if (row)
      await trx
        .insertInto('account_picture')
        .values({ account_id: accountId, ...row })
        .execute()
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
}

/** A picture by its name, which cannot be guessed; colleagues see it wherever its person is shown. */
export async function findPicture(
  { store }: Pick<Context, 'store'>,
  id: string,
): Promise<{ type: string; data: Buffer }> {
  const row = await store.db
    .selectFrom('account_picture')
    .select(['type', 'data'])
    .where('picture_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return { type: row.type, data: Buffer.from(row.data, 'base64') }
}
