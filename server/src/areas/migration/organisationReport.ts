import { csvLines, UTF8_MARK } from '../../platform/csv/csv.ts'
import type { Context } from '../../store/context/context.ts'
import { estimateOf } from './countFolder.ts'

/** Migrations that are written before other calls have their turn. */
const PAGE = 10

const HEADINGS = [
  '邮箱 Mailbox',
  '姓名 Name',
  '方向 Direction',
  '服务器 Server',
  '用户名 User',
  '状态 State',
  '原因 Reason',
  '开始 Begun',
  '结束 Ended',
  '对方有 There',
  '已迁入 Brought',
  '原已存在 Here before',
  '未迁入 Not brought',
  '未处理 Not dealt with',
  '已撤销 Undone',
  '现在邮箱中 In the mailbox now',
  '字节 Bytes',
]

/**
 * Every migration of the organisation, a row each, as a CSV text that is written while it is sent. What was brought is counted
 * in the mailboxes themselves.
 */
export async function* organisationReport({ store }: Pick<Context, 'store'>): AsyncGenerator<string> {
  yield `${UTF8_MARK}${csvLines([HEADINGS])}`
  for (let after = 0; ; ) {
    const rows = await store.db
      .selectFrom('migration')
      .innerJoin('account', 'account.id', 'migration.account_id')
      .select([
        'migration.id',
        'account.id as account_id',
        'account.address',
        'account.name',
        'host',
        'user_name',
        'state',
      ])
      .select(['reason', 'migration.created_at', 'finished_at', 'kind'])
      .where('migration.id', '>', after)
      .orderBy('migration.id')
      .limit(PAGE)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const [sums, found] = [await sumsOf({ store }, ids), await foundIn({ store }, ids)]
    yield csvLines(
      rows.map((row) => {
        const { total, brought, known, noted, undone, bytes } = sums.get(row.id) ?? NOTHING
        const missing = Math.max(0, total - brought - known - noted - undone)
        return [
          ...[row.address, row.name, row.kind, row.host, row.user_name, row.state, row.reason],
          ...[time(row.created_at), time(row.finished_at)],
          ...[total, brought, known, noted, missing, undone, found.get(row.id) ?? 0, bytes].map(String),
        ]
      }),
    )
    after = rows.at(-1)?.id ?? after
  }
}

const NOTHING = { total: 0, brought: 0, known: 0, noted: 0, undone: 0, bytes: 0 }

/** The figures of migrations, their folders together. */
export async function sumsOf({ store }: Pick<Context, 'store'>, migrationIds: readonly number[]) {
  if (migrationIds.length === 0) return new Map<number, typeof NOTHING>()
  const rows = await store.db
    .selectFrom('migration_folder')
    .select('migration_id')
    .select(({ fn }) => [
      fn.sum<number | string>('total').as('total'),
      fn.sum<number | string>('brought').as('brought'),
      fn.sum<number | string>('known').as('known'),
      fn.sum<number | string>('noted').as('noted'),
      fn.sum<number | string>('undone').as('undone'),
      fn.sum<number | string>('bytes').as('bytes'),
    ])
    .where('migration_id', 'in', migrationIds)
    .groupBy('migration_id')
    .execute()
  return new Map(
    rows.map(({ migration_id, total, brought, known, noted, undone, bytes }) => [
      migration_id,
      {
        ...{ total: Number(total), brought: Number(brought), known: Number(known) },
        ...{ noted: Number(noted), undone: Number(undone), bytes: Number(bytes) },
      },
    ]),
  )
}

/** How many mails of migrations are in the mailboxes at this moment. */
async function foundIn(
  { store }: Pick<Context, 'store'>,
  migrationIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await store.db
    .selectFrom('migration_folder')
    .innerJoin('migration_mail', 'migration_mail.migration_folder_id', 'migration_folder.id')
    .innerJoin('mail', 'mail.id', 'migration_mail.mail_id')
    .select(({ fn }) => ['migration_folder.migration_id as id', fn.countAll<number | string>().as('mails')])
    .where('migration_folder.migration_id', 'in', migrationIds)
    .groupBy('migration_folder.migration_id')
    .execute()
  return new Map(rows.map(({ id, mails }) => [id, Number(mails)]))
}

/** How many mails dry runs have counted that would be brought. */
export async function countedIn(
  { store }: Pick<Context, 'store'>,
  migrationIds: readonly number[],
): Promise<Map<number, number>> {
  if (migrationIds.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('migration_folder')
    .select(['migration_id', 'estimate'])
    .where('migration_id', 'in', migrationIds)
    .where('estimate', 'is not', null)
    .execute()
  const sums = new Map<number, number>()
  for (const { migration_id: id, estimate } of rows) {
    const bring = estimateOf({ estimate })?.bring ?? 0
    sums.set(id, (sums.get(id) ?? 0) + bring)
  }
  return sums
}

const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
