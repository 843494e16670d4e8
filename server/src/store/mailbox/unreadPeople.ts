import { HOME_PEOPLE_SHOWN, HOME_UNREAD_LOOKED_AT, type MailList, type UnreadGroup } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { foldersOf } from './lists.ts'
import { cursorOf, type Paging, pageOf } from './page.ts'

type Parts = Pick<Context, 'store'>

/** Who unread mails are from, and how many. */
export interface UnreadPerson {
  readonly name: string
  readonly address: string
  readonly count: number
}

/** What a message is counted by, for each group. An address without @ is none. */
const GROUPS: Readonly<Record<UnreadGroup, ReturnType<typeof sql<boolean>>>> = {
  people: sql<boolean>`message.automatic = 0 and message.invites = 0`,
  invitations: sql<boolean>`message.invites = 1`,
}

const isGroup = (address: string): address is UnreadGroup => Object.hasOwn(GROUPS, address)

/** How many of the newest unread mails are of each group. */
export async function unreadByGroup(
  context: Context,
  { accountId }: MailReader,
): Promise<Record<UnreadGroup, number> & { readonly more: boolean }> {
  const { listed, unlisted, held } = await foldersOf(context, accountId)
  const row = await newestUnread(context, accountId, [...unlisted, ...held])
    .select([
      sql<number>`sum(case when ${GROUPS.people} then 1 else 0 end)`.as('people'),
      sql<number>`sum(case when ${GROUPS.invitations} then 1 else 0 end)`.as('invitations'),
    ])
    .executeTakeFirstOrThrow()
  const total = listed.reduce((sum, { unread }) => sum + unread, 0)
  return {
    people: Number(row.people ?? 0),
    invitations: Number(row.invitations ?? 0),
    more: total > HOME_UNREAD_LOOKED_AT,
  }
}

/** The unread mails from an address or of a group, newest first: exactly as many as are counted. */
export async function listUnreadFrom(
  context: Context,
  { accountId }: MailReader,
  query: Paging & { readonly address: string },
): Promise<MailList> {
  const { unlisted, held } = await foldersOf(context, accountId)
  const all = newestUnread(context, accountId, [...unlisted, ...held]).where(
    isGroup(query.address)
      ? GROUPS[query.address]
      : sql<boolean>`lower(message.from_address) = lower(${query.address})`,
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

/**
 * Who the newest unread mails are from, most mails first and then the latest.
 * @param unlisted the folders that lists across folders leave out, and where first mails wait (`foldersOf`)
 */
export async function unreadPeople(
  { store }: Parts,
  { accountId }: MailReader,
  unlisted: readonly number[],
): Promise<UnreadPerson[]> {
  const groups = await newestUnread({ store }, accountId, unlisted)
    .where('message.from_address', '<>', '')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('newest.sort_key').as('latest')])
    .groupBy(sql`lower(message.from_address)`)
    .orderBy('count', 'desc')
    .orderBy('latest', 'desc')
    .limit(HOME_PEOPLE_SHOWN)
    .execute()
  if (groups.length === 0) return []
  const senders = await store.db
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
    return sender ? [{ name: sender.name, address: sender.address, count }] : []
  })
}

/** The newest unread mails of all folders but those left out. */
const newestUnread = ({ store }: Parts, accountId: number, unlisted: readonly number[]) =>
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
