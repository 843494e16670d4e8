import {
  fitsOwnSetting,
  OWN_SETTING_BYTES,
  OWN_SETTINGS_CHANGED,
  type OwnSettings,
  type OwnValue,
} from '@yanshu/contracts'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { deployedVersions } from '../deployments/index.ts'

type Db = Context['store']['db']

/** What each remote declares, by all versions of it that the manifest in force lists: a canary may declare more. */
export async function ownSettingsOf(context: Context): Promise<ReadonlyMap<string, readonly OwnSettings[]>> {
  return (await deployedVersions(context))?.ownSettings ?? new Map()
}

/** Whether a version of a remote declares a setting of this name that may have this value. */
export const fitsDeclared = (declared: readonly OwnSettings[] | undefined, name: string, value: OwnValue): boolean =>
  (declared ?? []).some((settings) => {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    return setting !== undefined && fitsOwnSetting(setting, value)
  }) && Buffer.byteLength(JSON.stringify(value)) <= OWN_SETTING_BYTES

/** What a person has chosen of one remote's settings. */
export async function readOwn(db: Db, accountId: number, remote: string): Promise<Record<string, OwnValue>> {
  const rows = await db
    .selectFrom('remote_setting')
    .select(['name', 'value'])
    .where('account_id', '=', accountId)
    .where('remote', '=', remote)
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as OwnValue]))
}

/** The same of all remotes, also of those that no manifest lists any more. */
export async function readAllOwn(db: Db, accountId: number): Promise<Record<string, Record<string, OwnValue>>> {
  const rows = await db
    .selectFrom('remote_setting')
    .select(['remote', 'name', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('remote')
    .orderBy('name')
    .execute()
  const values: Record<string, Record<string, OwnValue>> = {}
  for (const { remote, name, value } of rows) {
    const own = values[remote] ?? {}
    own[name] = JSON.parse(value)
    values[remote] = own
  }
  return values
}

/**
 * Keeps settings of a remote, and removes those that are null. Each is a row of its own, so two windows that save at the
 * same time lose nothing of each other. What is saved was judged before ({@link fitsDeclared}).
 */
export async function saveOwn(
  context: Context,
  accountId: number,
  remote: string,
  values: Readonly<Record<string, OwnValue | null>>,
): Promise<void> {
  // In one order, so that two calls never wait for each other's rows.
  const entries = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await transact(context, async (trx) => {
    for (const [name, value] of entries) {
      if (value === null) {
        await trx
          .deleteFrom('remote_setting')
          .where('account_id', '=', accountId)
          .where('remote', '=', remote)
          .where('name', '=', name)
          .execute()
        continue
      }
      const row = { account_id: accountId, remote, name, value: JSON.stringify(value) }
      await trx
        .insertInto('remote_setting')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'remote', 'name']).doUpdateSet({ value: row.value }))
        .execute()
    }
  })
  context.events.publish(accountId, { optType: 'event', name: OWN_SETTINGS_CHANGED, data: { remote } })
}

/**
 * The same for what a page sends.
 * @throws {BadRequestError} with the names that no listed version of the remote declares, or that do not fit
 */
export async function saveDeclared(
  context: Context,
  accountId: number,
  remote: string,
  values: Readonly<Record<string, OwnValue | null>>,
): Promise<Record<string, OwnValue>> {
  const declared = (await ownSettingsOf(context)).get(remote)
  const wrong = Object.entries(values).filter(([name, value]) => value !== null && !fitsDeclared(declared, name, value))
  if (wrong.length > 0) throw new BadRequestError(wrong.map(([name]) => name))
  await saveOwn(context, accountId, remote, values)
  return readOwn(context.store.db, accountId, remote)
}
