import type { Kysely } from 'kysely'
import type { PersonKeyTable, Schema } from '../database/schema.ts'
import { type DirectoryEntry, departmentKeys, directoryKeys, dutyKeys, type PersonKey } from '../names/personKeys.ts'

type Db = Kysely<Schema>

/** Rows of one statement: SQLite and PostgreSQL bound the number of parameters. */
const ROWS_AT_ONCE = 1_000

/** Replaces the keys by which a person is found. */
export async function writePersonKeys(
  db: Db,
  of: Pick<PersonKeyTable, 'kind' | 'ref_id' | 'owner_id'>,
  keys: readonly PersonKey[],
): Promise<void> {
  await db.deleteFrom('person_key').where('kind', '=', of.kind).where('ref_id', '=', of.ref_id).execute()
  await insertPersonKeys(
    db,
    keys.map(({ rank, key }) => ({ ...of, rank, key })),
  )
}

/** The same for people who have no keys yet. */
export async function insertPersonKeys(db: Db, rows: readonly PersonKeyTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto('person_key')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Makes a person of the organisation findable; called whenever name, address, phone or duties have changed. */
export async function indexAccount(db: Db, accountId: number, entry: DirectoryEntry): Promise<void> {
  await writePersonKeys(db, { kind: 'account', ref_id: accountId, owner_id: 0 }, directoryKeys(entry))
  await indexDuty(db, entry.duties)
}

/** Makes people findable by their duty. A duty that is known already costs one query. */
export async function indexDuty(db: Db, duty: string): Promise<void> {
  if (duty === '') return
  const known = await db.selectFrom('duty_key').select('duty').where('duty', '=', duty).limit(1).executeTakeFirst()
  if (known) return
  const rows = dutyKeys(duty).map((key) => ({ key, duty }))
  if (rows.length === 0) return
  await db
    .insertInto('duty_key')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes people findable by their department. */
export async function indexDepartment(db: Db, departmentId: number, name: string): Promise<void> {
  await db.deleteFrom('department_key').where('department_id', '=', departmentId).execute()
  const rows = departmentKeys(name).map((key) => ({ key, department_id: departmentId }))
  if (rows.length > 0) await db.insertInto('department_key').values(rows).execute()
}
