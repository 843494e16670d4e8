import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { numberIn } from '../database/ids.ts'
import type { Schema } from '../database/schema.ts'

/** Departments are nested by operators, so a circle is possible; a path ends there. */
const DEPTH_MAX = 20

/** Path of every department from the top, joined by ` / `. */
export async function departmentPaths(db: Kysely<Schema>): Promise<Map<number, string>> {
  const rows = await db.selectFrom('department').selectAll().execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const names: string[] = []
      for (let at = byId.get(row.id); at && names.length < DEPTH_MAX; at = byId.get(at.parent_id ?? 0)) {
        names.unshift(at.name)
      }
      return [row.id, names.join(' / ')]
    }),
  )
}

/** The name of the organisation: the department above all others. '' when there is none, or more than one. */
export async function organisationName(db: Kysely<Schema>): Promise<string> {
  const tops = await db.selectFrom('department').select('name').where('parent_id', 'is', null).limit(2).execute()
  return tops.length === 1 ? (tops[0]?.name ?? '') : ''
}

/** The departments in which a person works beside their own, in the order in which they are shown. */
export const partTimeDepartments = (db: Kysely<Schema>, accountId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('part_time_department')
    .innerJoin('department', 'department.id', 'part_time_department.department_id')
    .select(['department.id', 'department.name'])
    .where('account_id', '=', accountId)
    .orderBy('part_time_department.sort')
    .execute()

/** The same as `departmentPaths` for some departments, without reading the others. */
export async function departmentPathsOf(
  { db, engine }: { readonly db: Kysely<Schema>; readonly engine: Engine },
  ids: readonly number[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ of: number; name: string; depth: number }>`
    with recursive chain(of, parent_id, name, depth) as (
      select id, parent_id, name, 0 from department where ${numberIn(engine, 'id', wanted)}
      union all
      select chain.of, department.parent_id, department.name, chain.depth + 1
        from chain join department on department.id = chain.parent_id where chain.depth < ${sql.lit(DEPTH_MAX)})
    select of, name, depth from chain order by depth desc`.execute(db)
  const paths = new Map<number, string>()
  for (const { of, name } of rows) paths.set(of, paths.has(of) ? `${paths.get(of)} / ${name}` : name)
  return paths
}
