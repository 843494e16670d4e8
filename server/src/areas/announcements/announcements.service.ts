import {
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  ANNOUNCEMENTS_SHOWN,
  type Announcement,
} from '@yanshu/contracts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange, noteForMany } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'

type Parts = Pick<Context, 'store'>

/** The newest announcements that are shown, and which of them an account has read. */
export async function listAnnouncements({ store }: Parts, accountId: number): Promise<Announcement[]> {
  const rows = await store.db
    .selectFrom('announcement')
    .leftJoin('announcement_read', (join) =>
      join
        .onRef('announcement_read.announcement_id', '=', 'announcement.id')
        .on('announcement_read.account_id', '=', accountId),
    )
    .select(['announcement.id', 'title', 'content', 'published_at', 'announcement_read.account_id as reader'])
    .where('withdrawn_at', 'is', null)
    .orderBy('announcement.id', 'desc')
    .limit(ANNOUNCEMENTS_SHOWN)
    .execute()
  return rows.map((row) => ({
    announcementId: row.id,
    title: row.title,
    content: row.content,
    publishedAt: row.published_at,
    read: row.reader !== null,
  }))
}

/** Those that an account has not read, the newest first. */
export const unreadAnnouncements = async (context: Parts, accountId: number): Promise<Announcement[]> =>
  (await listAnnouncements(context, accountId)).filter(({ read }) => !read)

/** Notes what an account has read. Its other windows are notified. */
export async function markAnnouncementsRead(
  context: Context,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  const changed = await transact(context, async (trx) => {
    const known = await trx.selectFrom('announcement').select('id').where('id', 'in', ids).execute()
    if (known.length === 0) return false
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('announcement_read')
      .values(known.map(({ id }) => ({ account_id: accountId, announcement_id: id })))
      .onConflict((conflict) => conflict.columns(['account_id', 'announcement_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return false
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    return true
  })
  if (changed) announceChanges(context, [accountId])
}

/**
 * Shows an announcement to all accounts; open windows are notified within seconds. Answers its number.
 * Throws an `OperatorError` for a title or a text that does not fit.
 */
export async function publishAnnouncement(
  context: Pick<Context, 'store' | 'now'>,
  { title, content }: { readonly title: string; readonly content: string },
): Promise<number> {
  const head = title.trim()
  const text = content.replaceAll('\0', '').replaceAll('\r\n', '\n').trim()
  if (head === '' || [...head].length > ANNOUNCEMENT_TITLE_MAX || /\p{Cc}/u.test(head)) {
    throw new OperatorError(`A title has 1 to ${ANNOUNCEMENT_TITLE_MAX} characters, on one line`)
  }
  if ([...text].length > ANNOUNCEMENT_TEXT_MAX) {
    throw new OperatorError(`A text has at most ${ANNOUNCEMENT_TEXT_MAX} characters`)
  }
  return transact(context, async (trx) => {
    const { id } = await trx
      .insertInto('announcement')
      .values({ title: head, content: text, published_at: context.now(), withdrawn_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteForMany(trx, context, null, 'settings')
    return id
  })
}

/** Takes an announcement back. Answers whether there was one that was shown. */
export async function withdrawAnnouncement(context: Pick<Context, 'store' | 'now'>, id: number): Promise<boolean> {
  return transact(context, async (trx) => {
    const gone = await trx
      .updateTable('announcement')
      .set({ withdrawn_at: context.now() })
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .execute()
    if (gone.length > 0) await noteForMany(trx, context, null, 'settings')
    return gone.length > 0
  })
}

export interface PublishedAnnouncement {
  readonly id: number
  readonly title: string
  readonly publishedAt: number
  readonly withdrawn: boolean
  /** How many accounts have read it. */
  readonly readers: number
}

/** All announcements with how many have read each, the newest first; for the operator. */
export async function everyAnnouncement({ store }: Parts): Promise<PublishedAnnouncement[]> {
  const rows = await store.db
    .selectFrom('announcement')
    .leftJoin('announcement_read', 'announcement_read.announcement_id', 'announcement.id')
    .select(['id', 'title', 'published_at', 'withdrawn_at'])
    .select((eb) => eb.fn.count<number>('announcement_read.account_id').as('readers'))
    .groupBy(['id', 'title', 'published_at', 'withdrawn_at'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    publishedAt: row.published_at,
    withdrawn: row.withdrawn_at !== null,
    readers: Number(row.readers),
  }))
}
