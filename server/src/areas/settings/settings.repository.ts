import { GENERAL_DEFAULTS, type GeneralSettings } from '@yanshu/contracts'
import { generalSettings } from '@yanshu/contracts/schemas'
import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { givenGeneral } from '../../store/switches/switches.ts'

/** What is read by: a store, or a transaction (`within`). */
interface Parts {
  readonly store: Pick<Context['store'], 'db'>
}

/**
 * The general settings of an account, complete: what its owner chose, else what an operator set, which holds alone where it
 * is locked. A stored value that is no longer valid counts as unset.
 */
export async function readSettings({ store }: Parts, accountId: number): Promise<GeneralSettings> {
  const rows = await store.db
    .selectFrom('general_setting')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .execute()
  const given = await givenGeneral(store.db, accountId)
  const stored = rows.flatMap(({ key, value }) => {
    if (given.locked.has(key)) return []
    const fits = generalSettings.partial().safeParse({ [key]: JSON.parse(value) })
    return fits.success ? [fits.data] : []
  })
  return Object.assign({ ...GENERAL_DEFAULTS }, given.values, ...stored)
}

/** Stores these settings and leaves the others. Throws `ForbiddenError` when an operator has locked one of them. */
export async function writeSettings(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
  settings: Partial<GeneralSettings>,
): Promise<void> {
  const rows = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ account_id: accountId, key, value: JSON.stringify(value) }))
  if (rows.length === 0) return
  const { locked } = await givenGeneral(context.store.db, accountId)
  if (rows.some(({ key }) => locked.has(key))) throw new ForbiddenError()
  await transact(context, async (trx) => {
    await trx
      .insertInto('general_setting')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
}
