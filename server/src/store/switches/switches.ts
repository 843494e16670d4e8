import {
  type CallSwitch,
  type CallSwitchName,
  Code,
  GENERAL_DEFAULTS,
  type GeneralSettings,
  SWITCH_DEFAULTS,
  type Switches,
  type SwitchName,
} from '@yanshu/contracts'
import { generalSettings, switchValues } from '@yanshu/contracts/schemas'
import { type Kysely, sql } from 'kysely'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { noteForMany } from '../database/changeLog.ts'
import type { Schema } from '../database/schema.ts'
import { transact } from '../database/transact.ts'

/** For whom a switch is set. */
export type SwitchScope =
  | { readonly scope: 'organisation' }
  | { readonly scope: 'department'; readonly id: number }
  | { readonly scope: 'user'; readonly id: number }

/** What an operator may set: a switch, or the default of what people choose for themselves. */
export type SettingName = SwitchName | keyof GeneralSettings

export interface SetSwitch {
  readonly scope: SwitchScope['scope']
  /** The department or account; 0 for the organisation. */
  readonly scopeId: number
  readonly name: SettingName
  readonly value: unknown
  readonly locked: boolean
}

/** Departments nest by hand, so a circle is possible. */
const DEPTH_MAX = 20

export const isSwitch = (name: string): name is SwitchName => Object.hasOwn(SWITCH_DEFAULTS, name)
export const isGeneral = (name: string): name is keyof GeneralSettings => Object.hasOwn(GENERAL_DEFAULTS, name)
export const isSetting = (name: string): name is SettingName => isSwitch(name) || isGeneral(name)
/** What a value of a setting has to be. */
export const schemaOfSetting = (name: SettingName) =>
  isSwitch(name) ? switchValues.shape[name] : generalSettings.shape[name]

/**
 * All switches of an account. Set by the organisation, its departments from the top down to the account's own, and the
 * account, in this order: the nearest holds, but nothing below a value that is locked. What an older version stored and no
 * longer fits counts as unset.
 */
export async function switchesOf(db: Kysely<Schema>, accountId: number): Promise<Switches> {
  return combined(await valuesFor(db, accountId))
}

const ACCOUNTS_AT_ONCE = 500

/** One switch of many accounts, as `switchesOf` has it of one, by a few queries for every 500 of them. */
export async function switchOfMany<Name extends SwitchName>(
  db: Kysely<Schema>,
  accountIds: readonly number[],
  name: Name,
): Promise<Map<number, Switches[Name]>> {
  const rows = await valuesForMany(db, accountIds, name)
  return new Map([...rows].map(([id, values]) => [id, combined(values)[name]]))
}

/** What is set of one setting for many accounts, the broadest first. Accounts that are gone are left out. */
async function valuesForMany(
  db: Kysely<Schema>,
  accountIds: readonly number[],
  name: SettingName,
): Promise<Map<number, SetValue[]>> {
  const values = db.selectFrom('switch_value').select(['scope_id', 'name', 'value', 'locked']).where('name', '=', name)
  const ofAll = await values.where('scope', '=', 'organisation').execute()
  const ofDepartments = new Map(
    (await values.where('scope', '=', 'department').execute()).map((row) => [row.scope_id, row] as const),
  )
  const parents = new Map<number, number | null>()
  if (ofDepartments.size > 0) {
    for (const { id, parent_id } of await db.selectFrom('department').select(['id', 'parent_id']).execute()) {
      parents.set(id, parent_id)
    }
  }
  /** What the departments of a chain have set, the uppermost first. */
  const setAbove = (departmentId: number | null): SetValue[] => {
    const chain: SetValue[] = []
    let at = departmentId
    for (let depth = 0; at !== null && depth <= DEPTH_MAX; depth++) {
      const row = ofDepartments.get(at)
      if (row) chain.unshift(row)
      at = parents.get(at) ?? null
    }
    return chain
  }
  const found = new Map<number, SetValue[]>()
  for (let start = 0; start < accountIds.length; start += ACCOUNTS_AT_ONCE) {
    const ids = accountIds.slice(start, start + ACCOUNTS_AT_ONCE)
    const own = await values.where('scope', '=', 'user').where('scope_id', 'in', ids).execute()
    const ofAccount = new Map(own.map((row) => [row.scope_id, row] as const))
    for (const { id, dept_id } of await db
      .selectFrom('account')
      .select(['id', 'dept_id'])
      .where('id', 'in', ids)
      .execute()) {
      const mine = ofAccount.get(id)
      found.set(id, [...ofAll, ...setAbove(dept_id), ...(mine ? [mine] : [])])
    }
  }
  return found
}

/** What operators have set of the general settings of an account, and which of them its owner may not change. */
export interface GivenGeneral {
  readonly values: Partial<GeneralSettings>
  readonly locked: ReadonlySet<string>
}

/** The defaults of an account's general settings, as its organisation and departments set them. */
export async function givenGeneral(db: Kysely<Schema>, accountId: number): Promise<GivenGeneral> {
  const { values, locked } = nearest(await valuesFor(db, accountId), isGeneral)
  return { values: values, locked }
}

/** What operators have set of one general setting of many accounts, by a few queries for every 500 of them. */
export async function givenOfMany(
  db: Kysely<Schema>,
  accountIds: readonly number[],
  name: keyof GeneralSettings,
): Promise<Map<number, GivenGeneral>> {
  const rows = await valuesForMany(db, accountIds, name)
  return new Map(
    [...rows].map(([id, set]) => {
      const { values, locked } = nearest(set, isGeneral)
      return [id, { values: values, locked }]
    }),
  )
}

/** Whether the organisation or a department has locked a switch for an account. */
export async function isSwitchLocked(db: Kysely<Schema>, accountId: number, name: SwitchName): Promise<boolean> {
  return (await valuesFor(db, accountId)).some((row) => row.name === name && row.locked === 1)
}

interface SetValue {
  readonly name: string
  readonly value: string
  readonly locked: number
}

/** What is set for an account, the broadest first. */
async function valuesFor(db: Kysely<Schema>, accountId: number): Promise<SetValue[]> {
  const { rows } = await sql<SetValue>`
    with recursive chain(id, parent_id, depth) as (
      select department.id, department.parent_id, 0
        from department join account on account.dept_id = department.id where account.id = ${accountId}
      union all
      select department.id, department.parent_id, depth + 1
        from department join chain on department.id = chain.parent_id where depth < ${sql.lit(DEPTH_MAX)})
    select name, value, locked from switch_value
      left join (select id, min(depth) as depth from chain group by id) c
        on scope = 'department' and c.id = scope_id
      where scope = 'organisation' or (scope = 'user' and scope_id = ${accountId}) or c.id is not null
      order by case scope when 'organisation' then 0 when 'department' then 1 else 2 end, c.depth desc`.execute(db)
  return rows
}

/** The switches as the organisation sets them, for callers without an account. */
export async function organisationSwitches(db: Kysely<Schema>): Promise<Switches> {
  return combined(
    await db
      .selectFrom('switch_value')
      .select(['name', 'value', 'locked'])
      .where('scope', '=', 'organisation')
      .execute(),
  )
}

/** What rows say, the nearest last. */
const combined = (rows: readonly SetValue[]): Switches =>
  Object.assign({ ...SWITCH_DEFAULTS }, nearest(rows, isSwitch).values)

function nearest(rows: readonly SetValue[], isWanted: (name: string) => boolean) {
  const values: Record<string, unknown> = {}
  const locked = new Set<string>()
  for (const { name, value, locked: isLocked } of rows) {
    if (locked.has(name) || !isSetting(name) || !isWanted(name)) continue
    const fits = schemaOfSetting(name).safeParse(JSON.parse(value))
    if (!fits.success) continue
    values[name] = fits.data
    if (isLocked === 1) locked.add(name)
  }
  return { values, locked }
}

/** Refuses a call whose switch is off for an account, with what the call names for it. */
export async function requireCallSwitch(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { name, refusal }: Pick<CallSwitch, 'name' | 'refusal'>,
): Promise<void> {
  const switches = await switchesOf(store.db, accountId)
  const isOn = name === 'privateEnable' ? switches.privateEnable === 0 : switches[name]
  if (!isOn) throw new CallError(refusal)
}

/** The same with `forbidden`, for a call that depends on its switch for some of what it is asked. */
export const requireSwitch = (context: Pick<Context, 'store'>, accountId: number, name: CallSwitchName) =>
  requireCallSwitch(context, accountId, { name, refusal: Code.forbidden })

/** Sets a switch; with `locked` no scope below can set another value. Open windows are notified. */
export async function setSwitch(
  context: Pick<Context, 'store' | 'now'>,
  scope: SwitchScope,
  { name, value, locked }: { name: SettingName; value: unknown; locked: boolean },
): Promise<void> {
  const row = { ...keyOf(scope), name, value: JSON.stringify(value), locked: locked ? 1 : 0, set_at: context.now() }
  await transact(context, async (trx) => {
    await trx
      .insertInto('switch_value')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'scope_id', 'name'])
          .doUpdateSet({ value: row.value, locked: row.locked, set_at: row.set_at }),
      )
      .execute()
    await noteForMany(trx, context, await concerned(trx, scope), 'settings')
  })
}

/** Takes back what was set; what is set above holds again. Answers whether anything was set. */
export async function unsetSwitch(
  context: Pick<Context, 'store' | 'now'>,
  scope: SwitchScope,
  name: SettingName,
): Promise<boolean> {
  const { scope: kind, scope_id } = keyOf(scope)
  return transact(context, async (trx) => {
    const gone = await trx
      .deleteFrom('switch_value')
      .where('scope', '=', kind)
      .where('scope_id', '=', scope_id)
      .where('name', '=', name)
      .returning('name')
      .execute()
    if (gone.length > 0) await noteForMany(trx, context, await concerned(trx, scope), 'settings')
    return gone.length > 0
  })
}

/** Everything that is set, the broadest first. */
export async function setSwitches(db: Kysely<Schema>): Promise<SetSwitch[]> {
  const rows = await db
    .selectFrom('switch_value')
    .selectAll()
    .orderBy('name')
    .orderBy(sql`case scope when 'organisation' then 0 when 'department' then 1 else 2 end`)
    .orderBy('scope_id')
    .execute()
  return rows.flatMap(({ scope, scope_id, name, value, locked }) =>
    isSetting(name) ? [{ scope, scopeId: scope_id, name, value: JSON.parse(value), locked: locked === 1 }] : [],
  )
}

const keyOf = (scope: SwitchScope) => ({
  scope: scope.scope,
  scope_id: scope.scope === 'organisation' ? 0 : scope.id,
})

/** The accounts for whom a switch may have changed; null for all. */
async function concerned(db: Kysely<Schema>, scope: SwitchScope): Promise<number[] | null> {
  if (scope.scope === 'organisation') return null
  if (scope.scope === 'user') return [scope.id]
  const { rows } = await sql<{ id: number }>`
    with recursive below(id, depth) as (
      select id, 0 from department where id = ${scope.id}
      union all
      select department.id, depth + 1 from department join below on department.parent_id = below.id
        where depth < ${sql.lit(DEPTH_MAX)})
    select id from account where dept_id in (select id from below)`.execute(db)
  return rows.map(({ id }) => id)
}
