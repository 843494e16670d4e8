import { type FileLink, type FileLinkState, LARGE_ATTACHMENT_VALID_MS, type SharingRule } from '@yanshu/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { FileLinkTable } from '../../store/database/fileLinks.schema.ts'
import type { Schema } from '../../store/database/schema.ts'
import { readTextOrNull } from '../../store/database/storedText.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { settingOfMany } from '../../store/profile/settings.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { letterLinkEnd, remindAt } from './letterLinks.ts'

const DAY_MS = 24 * 60 * 60_000
const LINKS_OF_MAIL_MAX = 40
const ADDRESS = /\/api\/file\/link\/([\w-]{20,80})/g

export type LinkRow = Selectable<FileLinkTable>

/** By what a link is judged. */
export interface Judging {
  readonly now: number
  /** What the organisation allows at this moment. */
  readonly rule: SharingRule
}

/** When a link ends. Its row has its end without a rule of the organisation. */
export const endOf = ({ expires_at: expiresAt }: LinkRow, rule: SharingRule): number =>
  letterLinkEnd(rule, expiresAt - LARGE_ATTACHMENT_VALID_MS)

/** What a link is now. */
export function stateOf(link: LinkRow, { now, rule }: Judging): FileLinkState {
  if (link.ended_at !== null) return 'ended'
  return endOf(link, rule) <= now ? 'expired' : 'normal'
}

/**
 * The link of a token; null where there is none, its sender is disabled, or the letter was taken back. Tries of tokens that
 * are none are counted by network, so that they are not guessed.
 */
export async function findLink(
  context: Context,
  { token, ip }: { readonly token: string; readonly ip: string },
): Promise<LinkRow | null> {
  const tries = await countTries(context, [{ scope: `file-link-from:${placeOf(ip)}`, free: 30, longestS: 900 }])
  const row = await context.store.db
    .selectFrom('file_link')
    .innerJoin('account', 'account.id', 'file_link.account_id')
    .selectAll('file_link')
    .where('file_link.token', '=', token)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  await tries.giveBack()
  return row
}

/**
 * Counts a download: neither a HEAD request, nor the later parts of one that is fetched in parts.
 * @param readerId whose login has fetched it, null for none
 */
export async function countFetch(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { id, account_id: senderId }: LinkRow,
  request: { readonly method: string; readonly headers: { readonly range?: string | undefined } },
  readerId: number | null,
): Promise<void> {
  const { range } = request.headers
  if (request.method === 'HEAD' || (range !== undefined && !/^bytes=0-/.test(range.trim()))) return
  await store.db.updateTable('file_link').set({ downloads: sql<number>`downloads + 1` }).where('id', '=', id).execute()
  if (readerId === null || readerId === senderId) return
  await store.db
    .insertInto('file_link_reader')
    .values({ link_id: id, account_id: readerId, at: now() })
    .onConflict((conflict) => conflict.columns(['link_id', 'account_id']).doNothing())
    .execute()
}

/** The links whose addresses stand in the HTML of a mail. */
async function linksIn(db: Kysely<Schema>, html: string | null): Promise<LinkRow[]> {
  const tokens = [...new Set([...(html ?? '').matchAll(ADDRESS)].flatMap(([, token]) => token ?? []))]
  if (tokens.length === 0) return []
  return db
    .selectFrom('file_link')
    .selectAll()
    .where('token', 'in', tokens.slice(0, LINKS_OF_MAIL_MAX))
    .orderBy('id')
    .execute()
}

/** The links that stand in a mail, for who may read it: its recipients see files, its sender who has fetched them. */
export async function linksOfMail(context: Context, reader: SessionActor, mailId: number): Promise<FileLink[]> {
  const { html } = await openMailbox(context, reader).whole(mailId)
  const rows = await linksIn(context.store.db, readTextOrNull(html))
  const judging = { now: context.now(), rule: await readSharingRule(context.store.db) }
  const own = rows.filter((row) => row.account_id === reader.accountId)
  const readers = await readersOf(
    context,
    own.map(({ id }) => id),
  )
  return rows.map((row) => asLink(row, { ...judging, readers: own.includes(row) ? (readers.get(row.id) ?? []) : null }))
}

/** The files that a mail has as links, for who judges it as if they were attached. */
export async function linkedFilesIn(db: Kysely<Schema>, html: string | null) {
  const rows = await linksIn(db, html)
  return rows.map(({ name, size, content_type: contentType, blob_hash: blobHash }) => ({
    name,
    size,
    contentType,
    blobHash,
  }))
}

/** People of one link that are named. */
const READERS_MAX = 50

type Reader = NonNullable<NonNullable<FileLink['own']>['readers']>[number]

/** Who has fetched these links, but for those who let no reading be reported. */
async function readersOf(context: Pick<Context, 'store'>, linkIds: readonly number[]): Promise<Map<number, Reader[]>> {
  const found = new Map<number, Reader[]>()
  if (linkIds.length === 0) return found
  const rows = await context.store.db
    .selectFrom('file_link_reader')
    .innerJoin('account', 'account.id', 'file_link_reader.account_id')
    .select(['file_link_reader.link_id', 'file_link_reader.at', 'account.id', 'account.name', 'account.address'])
    .where('file_link_reader.link_id', 'in', [...linkIds])
    .orderBy('file_link_reader.at')
    .orderBy('account.id')
    .limit(READERS_MAX * linkIds.length)
    .execute()
  const answers = await settingOfMany(context, [...new Set(rows.map(({ id }) => id))], 'receiptAnswer')
  for (const { link_id, at, id, name, address } of rows) {
    const readers = found.get(link_id) ?? []
    if (answers.get(id) === 'never' || readers.length >= READERS_MAX) continue
    found.set(link_id, [...readers, { name, address, at }])
  }
  return found
}

/** @param readers who has fetched it, for its sender; null for others */
const asLink = (row: LinkRow, { readers, ...judging }: Judging & { readonly readers: Reader[] | null }): FileLink => ({
  linkId: row.id,
  token: row.token,
  name: row.name,
  size: row.size,
  state: stateOf(row, judging),
  expiresAt: endOf(row, judging.rule),
  own:
    readers === null
      ? null
      : { downloads: row.downloads, recipients: row.recipients, asked: row.asked_at !== null, readers },
})

/** Lets a link of the account be fetched for fifteen days from now. Throws `NotFoundError` for one that was ended. */
export async function prolongLink(context: Context, accountId: number, linkId: number): Promise<FileLink> {
  const now = context.now()
  const rule = await readSharingRule(context.store.db)
  const row = await context.store.db
    .updateTable('file_link')
    .set({ expires_at: now + LARGE_ATTACHMENT_VALID_MS, remind_at: remindAt(letterLinkEnd(rule, now)), asked_at: null })
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return asLink(row, { now, rule, readers: (await readersOf(context, [linkId])).get(linkId) ?? [] })
}

/** Ends a link of the account. One that was ended stays so. */
export async function endLink(context: Context, accountId: number, linkId: number): Promise<void> {
  const { numUpdatedRows } = await context.store.db
    .updateTable('file_link')
    .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(context.now())) }))
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFoundError()
}

/** Notes that a recipient asks for an expired file, once a day. Answers whether its sender is to be written to. */
export async function noteAsked(context: Context, link: LinkRow): Promise<boolean> {
  const now = context.now()
  if (endOf(link, await readSharingRule(context.store.db)) > now) return false
  const { numUpdatedRows } = await context.store.db
    .updateTable('file_link')
    .set({ asked_at: now })
    .where('id', '=', link.id)
    // It may have been prolonged meanwhile.
    .where('expires_at', '=', link.expires_at)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', now - DAY_MS)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
