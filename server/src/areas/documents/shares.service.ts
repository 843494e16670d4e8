import { type DocumentShare, type DocumentShareState, type SharingRule, sharingEnd } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { DocumentShareTable, DocumentShareVisitTable } from '../../store/database/documents.schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { settingOfMany } from '../../store/profile/settings.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { readSharingRule, requireWay, SharingRefusedError } from '../../store/sharing/sharingRule.ts'
import { DocumentTooManyError } from './documentErrors.ts'
import { liveDocuments, lockDocuments } from './documentTree.ts'

const DAY_MS = 24 * 60 * 60_000
/** Links of one person, those that are over included. */
const SHARES_MAX = 2_000
const VISITS_SHOWN = 200

export type ShareRow = Selectable<DocumentShareTable>

/** By what a link is judged. */
interface Judging {
  readonly now: number
  /** What the organisation allows at this moment. */
  readonly rule: SharingRule
}

interface Gateway {
  /** Whether there is a gateway of SMS. */
  readonly sendsCodes: boolean
}

/** When a link ends: by its own time, or the longest that the organisation allows. */
export const endOf = ({ valid_from: from, expires_at: expiresAt }: ShareRow, rule: SharingRule): number =>
  sharingEnd(rule, { from, expiresAt })

/** What a link is now. One that its owner has ended is that, whatever else it is. */
export function stateOf(share: ShareRow, { now, rule }: Judging): DocumentShareState {
  if (share.cancelled_at !== null) return 'cancelled'
  if (!rule.outside) return 'refused'
  if (endOf(share, rule) <= now) return 'expired'
  return share.used >= share.count_max ? 'used-up' : 'normal'
}

const REMIND_BEFORE_MS = 3 * DAY_MS

/** When the owner of a link is asked about its end: three days before, or in the middle of a shorter time. */
const timesOf = (from: number, days: number) => ({
  valid_from: from,
  expires_at: from + days * DAY_MS,
  remind_at: from + days * DAY_MS - Math.min(REMIND_BEFORE_MS, (days * DAY_MS) / 2),
})

const asShare = (row: ShareRow & { readonly files: number }, judging: Judging & Gateway): DocumentShare => ({
  shareId: row.id,
  token: row.token,
  code: row.code,
  name: row.name,
  files: Number(row.files),
  state: stateOf(row, judging),
  createdAt: row.created_at,
  expiresAt: endOf(row, judging.rule),
  count: row.count_max,
  visits: row.used,
  downloads: row.downloads,
  codeSentAt: row.code_sent_at,
  sendsCodes: judging.sendsCodes,
})

/** The rows of links with how many of their files are still there. */
const withFiles = (db: Context['store']['db']) =>
  db
    .selectFrom('document_share')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('document_share_item')
        .innerJoin('document', 'document.id', 'document_share_item.document_id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('document_share_item.share_id', '=', 'document_share.id')
        .where('document.bin_root', 'is', null)
        .$asScalar()
        .as('files'),
    )

/** Links with how they stand now, of one account or all, the newest first, after one of them. */
export async function pageOfShares(
  { store, now, config }: Pick<Context, 'store' | 'now' | 'config'>,
  { accountId, before, pageSize }: { accountId: number | null; before: number | undefined; pageSize: number },
) {
  const rows = await withFiles(store.db)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const judging = { now: now(), rule: await readSharingRule(store.db), sendsCodes: config.sms !== null }
  const list = rows.slice(0, pageSize).map((row) => ({
    accountId: row.account_id,
    share: asShare({ ...row, files: row.files ?? 0 }, judging),
  }))
  return { list, more: rows.length > pageSize }
}

export async function readShare(context: Context, accountId: number, shareId: number): Promise<DocumentShare> {
  const row = await withFiles(context.store.db)
    .where('id', '=', shareId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  const judging = {
    now: context.now(),
    rule: await readSharingRule(context.store.db),
    sendsCodes: context.config.sms !== null,
  }
  return asShare({ ...row, files: row.files ?? 0 }, judging)
}

export async function createShare(
  context: Context,
  accountId: number,
  asked: { documentIds: readonly number[]; code: string; days: number; count: number },
): Promise<DocumentShare> {
  await requireAllowed(context, asked.days)
  const shareId = await transact(
    context,
    async (trx) => {
      const { now } = await lockDocuments(trx, context, accountId)
      const rows = await liveDocuments(trx, context.store.engine, accountId, asked.documentIds)
      await requireFewShares(trx, accountId)
      const { id } = await trx
        .insertInto('document_share')
        .values({
          account_id: accountId,
          token: randomToken(),
          code: asked.code,
          name: rows[0]?.name ?? '',
          created_at: now,
          ...timesOf(now, asked.days),
          count_max: asked.count,
          used: 0,
          downloads: 0,
          cancelled_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('document_share_item')
        .values(rows.map((row) => ({ share_id: id, document_id: row.id })))
        .execute()
      return id
    },
    { grows: true },
  )
  return readShare(context, accountId, shareId)
}

/** Throws `SharingRefusedError` where the organisation allows no links, or none for so many days. */
async function requireAllowed({ store }: Pick<Context, 'store'>, days: number | undefined): Promise<void> {
  const { daysMax } = await requireWay(store.db, 'linkShown')
  if (days !== undefined && days > daysMax) throw new SharingRefusedError('days')
}

async function requireFewShares(trx: Trx, accountId: number): Promise<void> {
  const last = await trx
    .selectFrom('document_share')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .offset(SHARES_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw new DocumentTooManyError(SHARES_MAX)
}

/** The links of a person, the newest first, after one of them. */
export async function listShares(
  context: Context,
  accountId: number,
  { before, pageSize }: { before?: number | undefined; pageSize: number },
) {
  const { list, more } = await pageOfShares(context, { accountId, before, pageSize })
  return { list: list.map(({ share }) => share), more }
}

/** The latest openings, downloads and codes of a link of the account, and whether there were more. Throws `NotFoundError`. */
export async function listVisits(context: Context, accountId: number, shareId: number) {
  await readShare(context, accountId, shareId)
  const rows = await context.store.db
    .selectFrom('document_share_visit as visit')
    .leftJoin('account', 'account.id', 'visit.account_id')
    .select(['visit.at', 'visit.kind', 'visit.place', 'account.id', 'account.name', 'account.address'])
    .where('visit.share_id', '=', shareId)
    .orderBy('visit.id', 'desc')
    .limit(VISITS_SHOWN + 1)
    .execute()
  // As for large files of letters: who lets no reading be reported is not named.
  const people = [...new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))]
  const answers = await settingOfMany(context, people, 'receiptAnswer')
  const list = rows.slice(0, VISITS_SHOWN).map(({ at, kind, place, id, name, address }) => ({
    ...{ at, kind, place },
    who: id === null || answers.get(id) === 'never' ? null : { name: name ?? '', address: address ?? '' },
  }))
  return { list, more: rows.length > VISITS_SHOWN }
}

/** Changes a link that was not ended. Throws `NotFoundError` for one that was: another is made instead. */
export async function changeShare(
  context: Context,
  accountId: number,
  {
    shareId,
    code,
    days,
    count,
  }: { shareId: number; code?: string | undefined; days?: number | undefined; count?: number | undefined },
): Promise<DocumentShare> {
  await requireAllowed(context, days)
  const changed = {
    ...(code === undefined ? {} : { code }),
    ...(days === undefined ? {} : timesOf(context.now(), days)),
    ...(count === undefined ? {} : { count_max: count }),
  }
  if (Object.keys(changed).length > 0) {
    const { numUpdatedRows } = await context.store.db
      .updateTable('document_share')
      .set(changed)
      .where('id', '=', shareId)
      .where('account_id', '=', accountId)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new NotFoundError()
  }
  return readShare(context, accountId, shareId)
}

export async function endShare(context: Context, accountId: number, shareId: number): Promise<void> {
  await readShare(context, accountId, shareId)
  await context.store.db
    .updateTable('document_share')
    .set({ cancelled_at: context.now() })
    .where('id', '=', shareId)
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Rows about who came by a link; the older ones go. */
const VISITS_KEPT = 500

interface NewVisit {
  readonly shareId: number
  readonly kind: DocumentShareVisitTable['kind']
  readonly place: string
  /** Whose login came by it, other than the owner's. */
  readonly readerId?: number | null
}

/** Notes who came by a link, in the transaction that counts them. */
export async function noteVisit(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { shareId, kind, place, readerId = null }: NewVisit,
): Promise<void> {
  const row = { share_id: shareId, at: now(), kind, place, account_id: readerId }
  await trx.insertInto('document_share_visit').values(row).execute()
  const old = await trx
    .selectFrom('document_share_visit')
    .select('id')
    .where('share_id', '=', shareId)
    .orderBy('id', 'desc')
    .offset(VISITS_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (!old) return
  await trx.deleteFrom('document_share_visit').where('share_id', '=', shareId).where('id', '<=', old.id).execute()
}
