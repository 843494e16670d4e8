import { DOCUMENTS_PAGE_MAX, isViewOnly, type SharedItem, type SharingRule } from '@yanshu/contracts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { sharesAreOpen } from './access.ts'
import { DocumentNotFoundError, ShareCodeWrongError, ShareOverError } from './documentErrors.ts'
import { pathOf } from './documentTree.ts'
import { listDocuments } from './readDocuments.ts'
import { endOf, noteVisit, stateOf } from './shares.service.ts'

/** For how long who has opened a link may fetch its files. */
const OPEN_MS = 2 * 60 * 60_000
const openShares = ticketKind('document-share', z.object({ shareId: z.number().int() }), OPEN_MS)

/** Tries of one link, and of one network over all links, before each further one waits. */
const triesOf = (token: string, ip: string) => [
  { scope: `share:${token}`, free: 10, longestS: 900 },
  { scope: `share-from:${placeOf(ip)}`, free: 30, longestS: 900 },
]

export interface OpenShare {
  readonly shareId: number
  readonly accountId: number
  /** What the organisation allows at this moment. */
  readonly rule: SharingRule
}

/**
 * Opens a link by its code, which counts as one opening, whatever comes at the same moment. Until the code is right nothing is
 * answered about it, not even whether it is there. Throws `ShareCodeWrongError`, `ShareOverError`, `TooManyRequestsError`.
 */
export async function openShare(
  context: Context,
  { token, code, ip, readerId }: { token: string; code: string; ip: string; readerId: number | null },
): Promise<{ ticket: string; expiresAt: number; list: SharedItem[]; viewOnly: boolean }> {
  const rules = triesOf(token.slice(0, 100), ip)
  const tries = await countTries(context, rules)
  const share = await context.store.db
    .selectFrom('document_share')
    .innerJoin('account', 'account.id', 'document_share.account_id')
    .selectAll('document_share')
    .where('document_share.token', '=', token)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!share || share.code !== code) throw new ShareCodeWrongError()
  await tries.giveBack()
  await requireOpen(context, share.account_id)
  const rule = await readSharingRule(context.store.db)
  const state = stateOf(share, { now: context.now(), rule })
  if (state !== 'normal') throw new ShareOverError(state)
  const isCounted = await transact(context, async (trx) => {
    const counted = await trx
      .updateTable('document_share')
      .set((eb) => ({ used: eb('used', '+', 1) }))
      .where('id', '=', share.id)
      .where('cancelled_at', 'is', null)
      .where('expires_at', '>', context.now())
      .whereRef('used', '<', 'count_max')
      .returning('id')
      .executeTakeFirst()
    const by = { place: placeOf(ip), readerId: readerId === share.account_id ? null : readerId }
    if (counted) await noteVisit(trx, context, { shareId: share.id, kind: 'visit', ...by })
    return counted !== undefined
  })
  if (!isCounted) throw new ShareOverError('used-up')
  const ticket = await openShares.issue(context, { accountId: null, data: { shareId: share.id } })
  const expiresAt = Math.min(context.now() + OPEN_MS, endOf(share, rule))
  return { ticket, expiresAt, list: await itemsOf(context, share.id), viewOnly: isViewOnly(rule) }
}

async function requireOpen(context: Context, accountId: number): Promise<void> {
  if (!(await sharesAreOpen(context, accountId))) throw new ShareOverError('cancelled')
}

/**
 * The link that a ticket has opened. Throws `ShareOverError` when its time is over, or when its owner has ended the link since; a
 * link that has been opened as often as it may stays open to who has opened it.
 */
export async function shareOf(context: Context, ticket: string): Promise<OpenShare> {
  const opened = await openShares.read(context, ticket)
  if (!opened) throw new ShareOverError('expired')
  const share = await context.store.db
    .selectFrom('document_share')
    .innerJoin('account', 'account.id', 'document_share.account_id')
    .selectAll('document_share')
    .where('document_share.id', '=', opened.data.shareId)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!share) throw new ShareOverError('cancelled')
  const rule = await readSharingRule(context.store.db)
  const state = stateOf(share, { now: context.now(), rule })
  if (state !== 'normal' && state !== 'used-up') throw new ShareOverError(state)
  await requireOpen(context, share.account_id)
  return { shareId: share.id, accountId: share.account_id, rule }
}

/** What a link is to, as far as it is still there. */
export async function itemsOf({ store: { db } }: Pick<Context, 'store'>, shareId: number): Promise<SharedItem[]> {
  const rows = await db
    .selectFrom('document_share_item')
    .innerJoin('document', 'document.id', 'document_share_item.document_id')
    .select(['document.id', 'document.kind', 'document.name', 'document.size'])
    .where('document_share_item.share_id', '=', shareId)
    .where('document.bin_root', 'is', null)
    .orderBy('document.kind')
    .orderBy('document.sort_name')
    .execute()
  return rows.map(({ id, kind, name, size }) => ({ documentId: id, kind: kind === 0 ? 'folder' : 'file', name, size }))
}

/** Throws `DocumentNotFoundError` unless a file or folder is one that the link is to, or lies inside of one. */
export async function requireShared(
  context: Context,
  { shareId, accountId }: Pick<OpenShare, 'shareId' | 'accountId'>,
  documentId: number,
): Promise<void> {
  const way = await pathOf(context.store.db, accountId, documentId)
  const ids = way.map(({ id }) => id)
  if (!ids.includes(documentId)) throw new DocumentNotFoundError()
  const shared = await context.store.db
    .selectFrom('document_share_item')
    .select('document_id')
    .where('share_id', '=', shareId)
    .where('document_id', 'in', ids)
    .executeTakeFirst()
  if (!shared) throw new DocumentNotFoundError()
}

/** What lies in a shared folder. */
export async function listShared(
  context: Context,
  ticket: string,
  { documentId, offset }: { documentId: number; offset: number },
): Promise<{ list: SharedItem[]; total: number }> {
  const share = await shareOf(context, ticket)
  await requireShared(context, share, documentId)
  const asking = {
    ...({ place: 'folder', text: '', sort: 'name', order: 'asc', pageSize: DOCUMENTS_PAGE_MAX } as const),
    ...({ ownerId: share.accountId, access: 'own', parentId: documentId, offset } as const),
  }
  const { list, total } = await listDocuments(context, share.accountId, asking)
  return { list: list.map(({ documentId: id, kind, name, size }) => ({ documentId: id, kind, name, size })), total }
}

/** Counts a download: neither a HEAD request, nor the later parts of one that is fetched in parts. */
export async function countDownload(
  context: Context,
  { shareId, accountId }: OpenShare,
  request: { readonly method: string; readonly headers: { readonly range?: string | undefined }; readonly ip: string },
  readerId: number | null,
): Promise<void> {
  const { range } = request.headers
  if (request.method === 'HEAD' || (range !== undefined && !/^bytes=0-/.test(range.trim()))) return
  await transact(context, async (trx) => {
    await trx
      .updateTable('document_share')
      .set({ downloads: sql<number>`downloads + 1` })
      .where('id', '=', shareId)
      .execute()
    const by = { place: placeOf(request.ip), readerId: readerId === accountId ? null : readerId }
    await noteVisit(trx, context, { shareId, kind: 'download', ...by })
  })
}
