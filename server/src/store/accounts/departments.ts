import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Departments nest by hand, so a circle is possible; paths end there. */
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

/** The departments in which somebody works beside their own, in the order in which they are shown. */
export const partTimeDepartments = (db: Kysely<Schema>, accountId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('part_time_department')
    .innerJoin('department', 'department.id', 'part_time_department.department_id')
    .select(['department.id', 'department.name'])
    .where('account_id', '=', accountId)
    .orderBy('part_time_department.sort')
    .execute()
