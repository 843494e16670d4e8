import { csvLines, UTF8_MARK } from '../../platform/csv/csv.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { pageOfShares } from './shares.service.ts'

/** Rows that are read before other calls run. */
const PAGE = 50

const HEADINGS = [
  '类型 Kind',
  '所有者 Owner',
  '文件 File',
  '时间 Time',
  '有效期至 Until',
  '状态 State',
  '允许次数 Allowed',
  '访问次数 Visits',
  '下载次数 Downloads',
  '来源或对象 From or to',
  '权限 Level',
]

type Parts = Pick<Context, 'store' | 'now' | 'config'>

/**
 * Every link to files with the visits that are known of it, and everything that is shared by name, a row each, as a CSV text
 * that is written while it is sent. Codes and addresses of links stand nowhere in it.
 */
export async function* sharingsReport(context: Parts): AsyncGenerator<string> {
  // By this mark Excel reads it as UTF-8.
  yield `${UTF8_MARK}${csvLines([HEADINGS])}`
  yield* linkRows(context)
  yield* grantRows(context)
}

async function* linkRows(context: Parts): AsyncGenerator<string> {
  for (let before: number | undefined; ; ) {
    const { list, more } = await pageOfShares(context, { accountId: null, before, pageSize: PAGE })
    if (list.length === 0) return
    const ids = list.map(({ share }) => share.shareId)
    const [owners, visits] = [
      await addressesOf(
        context,
        list.map(({ accountId }) => accountId),
      ),
      await visitsOf(context, ids),
    ]
    for (const { accountId, share } of list) {
      const owner = owners.get(accountId) ?? ''
      const { name, createdAt, expiresAt, state, count, visits: opened, downloads } = share
      yield csvLines([
        ['link', owner, name, time(createdAt), time(expiresAt), state, `${count}`, `${opened}`, `${downloads}`, '', ''],
        ...(visits.get(share.shareId) ?? []).map(({ kind, at, place }) => [
          ...[kind, owner, name, time(at), '', '', '', '', '', place, ''],
        ]),
      ])
    }
    if (!more) return
    before = ids.at(-1)
  }
}

async function addressesOf({ store: { db, engine } }: Parts, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'address'])
    .where(numberIn(engine, 'id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, address }) => [id, address]))
}

async function visitsOf({ store: { db, engine } }: Parts, shareIds: readonly number[]) {
  const rows = await db
    .selectFrom('document_share_visit')
    .select(['share_id', 'at', 'kind', 'place'])
    .where(numberIn(engine, 'share_id', shareIds))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ share_id }) => share_id)
}

async function* grantRows({ store: { db } }: Parts): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const documents = await db
      .selectFrom('document_grant')
      .select('document_id')
      .distinct()
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(PAGE)
      .execute()
    const ids = documents.map(({ document_id }) => document_id)
    if (ids.length === 0) return
    const rows = await db
      .selectFrom('document_grant')
      .innerJoin('document', 'document.id', 'document_grant.document_id')
      .innerJoin('account as owner', 'owner.id', 'document.account_id')
      .leftJoin('account', (join) =>
        join.onRef('account.id', '=', 'document_grant.subject_id').on('document_grant.subject', '=', 'person'),
      )
      .leftJoin('mail_group', (join) =>
        join.onRef('mail_group.id', '=', 'document_grant.subject_id').on('document_grant.subject', '=', 'group'),
      )
      .leftJoin('department', (join) =>
        join.onRef('department.id', '=', 'document_grant.subject_id').on('document_grant.subject', '=', 'department'),
      )
      .select(['owner.address as owner', 'document.name', 'document_grant.created_at', 'document_grant.level'])
      .select(['document_grant.subject', 'account.address as person', 'mail_group.address as group'])
      .select('department.name as department')
      .where('document_grant.document_id', 'in', ids)
      .orderBy('document_grant.document_id')
      .execute()
    yield csvLines(
      rows.map(({ owner, name, created_at: at, level, subject, person, group, department }) => [
        ...[`shared with ${subject}`, owner, name, time(at), '', '', '', '', ''],
        ...[person ?? group ?? department ?? '', level],
      ]),
    )
    after = ids.at(-1) ?? after
  }
}

const time = (at: number) => new Date(at).toISOString()
