import {
  ADDRESS_MAX,
  HOME_ANNOUNCEMENTS_SHOWN,
  HOME_MAILS_SHOWN,
  HOME_PEOPLE_SHOWN,
  HOME_UNREAD_LOOKED_AT,
  type Home,
  type MailList,
  visibleText,
} from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { foldersOf, openMailbox } from '../../store/mailbox/index.ts'
import { cursorOf, type Paging, pageOf } from '../../store/mailbox/page.ts'
import { unreadAnnouncements } from '../announcements/index.ts'
import { accountOf } from '../user/index.ts'

/**
 * The numbers of the home page. Each is read from the same place as the list behind it (a folder's counter, an index), so
 * that none costs more in a mailbox of 100,000 mails.
 */
export async function whatWaits(context: Context, reader: MailReader): Promise<Home> {
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  const { listed, unlisted } = await foldersOf(context, accountId)
  const total = listed.reduce((sum, folder) => sum + folder.unread, 0)
  const drafts = listed.find((folder) => folder.role === 'drafts')
  const few = { pageSize: HOME_MAILS_SHOWN }
  const [people, starred, begun, account, announcements] = await Promise.all([
    total === 0 ? [] : unreadPeople(context, accountId, unlisted),
    mailbox.listStarred(few),
    drafts?.total ? mailbox.listFolder(drafts.id, few) : null,
    accountOf(context, accountId),
    unreadAnnouncements(context, accountId),
  ])
  return {
    unread: {
      total,
      folders: listed
        .filter((folder) => folder.unread > 0)
        .map((folder) => ({ mailboxId: folder.id, count: folder.unread })),
      people,
      more: total > HOME_UNREAD_LOOKED_AT,
    },
    starred: starred.total,
    drafts: drafts?.total ?? 0,
    newest: { starred: starred.list, drafts: begun?.list ?? [] },
    announcements: announcements.slice(0, HOME_ANNOUNCEMENTS_SHOWN),
    quota: { used: account.used_bytes, limit: account.quota_bytes },
  }
}

/** The unread mails from an address, newest first: exactly as many as {@link whatWaits} says of it. */
export async function listUnreadFrom(
  context: Context,
  accountId: number,
  query: Paging & { readonly address: string },
): Promise<MailList> {
  const { unlisted } = await foldersOf(context, accountId)
  const all = newestUnread(context, accountId, unlisted).where(
    sql<boolean>`lower(message.from_address) = lower(${query.address})`,
  )
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const cursor = cursorOf(query)
  const rows = await all
    .select('newest.id')
    .$if(cursor !== null, (part) => part.where('newest.sort_key', '<', cursor?.sortKey ?? 0))
    .orderBy('newest.sort_key', 'desc')
    .limit(query.pageSize + 1)
    .offset(cursor ? 0 : (query.offset ?? 0))
    .execute()
  return pageOf(
    context,
    accountId,
    rows.map((row) => row.id),
    query,
    total,
  )
}

/** Who the newest unread mails are from, most mails first and then the latest. */
async function unreadPeople(
  context: Context,
  accountId: number,
  unlisted: readonly number[],
): Promise<Home['unread']['people']> {
  const groups = await newestUnread(context, accountId, unlisted)
    .where('message.from_address', '<>', '')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('newest.sort_key').as('latest')])
    .groupBy(sql`lower(message.from_address)`)
    .orderBy('count', 'desc')
    .orderBy('latest', 'desc')
    .limit(HOME_PEOPLE_SHOWN)
    .execute()
  if (groups.length === 0) return []
  const senders = await context.store.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.sort_key', 'message.from_name as name', 'message.from_address as address'])
    .where('mail.account_id', '=', accountId)
    .where(
      'mail.sort_key',
      'in',
      groups.map((group) => group.latest),
    )
    .execute()
  const bySortKey = new Map(senders.map((sender) => [sender.sort_key, sender]))
  return groups.flatMap(({ count, latest }) => {
    const sender = bySortKey.get(latest)
    // By an address that cannot be shown as it is, nobody could ask for its list.
    if (!sender || visibleText(sender.address) !== sender.address || sender.address.length > ADDRESS_MAX) return []
    return [{ name: visibleText(sender.name), address: sender.address, count }]
  })
}

/** The newest unread mails of all folders but those left out, with what they say. */
const newestUnread = ({ store }: Context, accountId: number, unlisted: readonly number[]) =>
  store.db
    .selectFrom((eb) =>
      eb
        .selectFrom('mail')
        .select(['mail.id', 'mail.sort_key', 'mail.message_id'])
        .where('mail.account_id', '=', accountId)
        .where('mail.folder_id', 'not in', [...unlisted])
        // Partial indexes are found by their literal conditions.
        .where(sql<boolean>`mail.seen = 0`)
        .orderBy('mail.sort_key', 'desc')
        .limit(HOME_UNREAD_LOOKED_AT)
        .as('newest'),
    )
    .innerJoin('message', 'message.id', 'newest.message_id')
