import type { MigrationOfMany, MigrationState } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { changeMigration } from './migrations.service.ts'
import { countedIn, sumsOf } from './organisationReport.ts'

type Parts = Pick<Context, 'store'>

/** The newest migrations that administrators have begun, and how many are in each state. */
export async function listMany(
  { store }: Parts,
  limit: number,
): Promise<{ list: MigrationOfMany[]; counts: { state: MigrationState; mailboxes: number }[] }> {
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('account', 'account.id', 'migration.account_id')
    .select(['migration.id', 'account.address', 'account.name', 'host', 'user_name as user', 'state', 'reason'])
    .select(['migration.created_at', 'finished_at', 'dry'])
    .where('origin', '=', 'operator')
    .orderBy('migration.id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [sums, estimates] = [await sumsOf({ store }, ids), await countedIn({ store }, ids)]
  const counts = await store.db
    .selectFrom('migration')
    .select(({ fn }) => ['state', fn.countAll<number | string>().as('mailboxes')])
    .where('origin', '=', 'operator')
    .groupBy('state')
    .orderBy('state')
    .execute()
  return {
    list: rows.map(({ created_at: createdAt, finished_at: finishedAt, dry, ...row }) => ({
      ...{ ...row, createdAt, finishedAt, dry: dry === 1 },
      ...{ total: 0, brought: 0, known: 0, noted: 0, bytes: 0, ...sums.get(row.id) },
      bring: estimates.get(row.id) ?? 0,
    })),
    counts: counts.map(({ state, mailboxes }) => ({ state, mailboxes: Number(mailboxes) })),
  }
}

/** Throws `NotFoundError` for one that a person has begun, and what `changeMigration` throws. */
export async function changeOfMany(
  context: Context,
  { id, act }: { readonly id: number; readonly act: 'pause' | 'resume' | 'cancel' },
): Promise<void> {
  const row = await context.store.db
    .selectFrom('migration')
    .select('account_id')
    .where('id', '=', id)
    .where('origin', '=', 'operator')
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  await changeMigration(context, row.account_id, { id, act })
}
