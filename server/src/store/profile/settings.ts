import { GENERAL_DEFAULTS, type GeneralSettings, offsetAt, zoneOfPerson } from '@yanshu/contracts'
import { generalSettings } from '@yanshu/contracts/schemas'
import { ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { transact } from '../database/transact.ts'
import { givenGeneral, givenOfMany } from '../switches/switches.ts'

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
  const stored = rows.flatMap(({ key, value }) => (given.locked.has(key) ? [] : (storedSetting(key, value) ?? [])))
  const settings: GeneralSettings = Object.assign({ ...GENERAL_DEFAULTS }, given.values, ...stored)
  return settings.zone === '' ? settings : { ...settings, timeZone: hoursNow(settings.zone) }
}

/** How many hours the clock of a zone is ahead of GMT now, in quarters; zones of long ago had seconds. */
const hoursNow = (zone: string): number => Math.round((offsetAt(zone, Date.now()) / 3_600_000) * 4) / 4

/** The zones in which these people live, as IANA names. */
export async function zonesOfMany(parts: Parts, accountIds: readonly number[]): Promise<Map<number, string>> {
  const named = await settingOfMany(parts, accountIds, 'zone')
  const hours = await settingOfMany(parts, accountIds, 'timeZone')
  return new Map(
    accountIds.map((id) => [
      id,
      zoneOfPerson({ zone: named.get(id) ?? '', timeZone: hours.get(id) ?? GENERAL_DEFAULTS.timeZone }),
    ]),
  )
}

/** A stored value as a setting; null where it is no longer valid. */
function storedSetting(key: string, value: string): Partial<GeneralSettings> | null {
  const fits = generalSettings.partial().safeParse({ [key]: JSON.parse(value) })
  return fits.success ? (fits.data as Partial<GeneralSettings>) : null
}

const ACCOUNTS_AT_ONCE = 500

/** One setting of many accounts, as `readSettings` has it of one, by a few queries for every 500 of them. */
export async function settingOfMany<Name extends keyof GeneralSettings>(
  { store }: Parts,
  accountIds: readonly number[],
  name: Name,
): Promise<Map<number, GeneralSettings[Name]>> {
  const settings = new Map<number, GeneralSettings[Name]>()
  const given = await givenOfMany(store.db, accountIds, name)
  for (let start = 0; start < accountIds.length; start += ACCOUNTS_AT_ONCE) {
    const ids = accountIds.slice(start, start + ACCOUNTS_AT_ONCE)
    const rows = await store.db
      .selectFrom('general_setting')
      .select(['account_id', 'value'])
      .where('key', '=', name)
      .where('account_id', 'in', ids)
      .execute()
    const chosen = new Map(rows.map((row) => [row.account_id, row.value]))
    for (const id of ids) {
      const { values, locked } = given.get(id) ?? { values: {}, locked: new Set<string>() }
      const own = chosen.get(id)
      const fits = own === undefined || locked.has(name) ? null : storedSetting(name, own)
      const all: GeneralSettings = Object.assign({ ...GENERAL_DEFAULTS }, values, fits)
      settings.set(id, all[name])
    }
  }
  return settings
}

/** Stores these settings and leaves the others. Throws `ForbiddenError` when an operator has locked one of them. */
export async function writeSettings(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
  settings: Partial<GeneralSettings>,
): Promise<void> {
  // Clients without zones choose hours, which then hold instead.
  const chosen = settings.timeZone !== undefined && settings.zone === undefined ? { ...settings, zone: '' } : settings
  const rows = Object.entries(chosen)
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
