import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Departments in which a person works beside their own, as rows; so far a comma list of names. */
export const departmentsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('part_time_department')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('department_id', 'bigint', (c) => c.notNull().references('department.id').onDelete('cascade'))
      .addColumn('sort', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('part_time_department_key', ['account_id', 'department_id'])
      .execute()
    await db.schema
      .createIndex('part_time_department_members')
      .on('part_time_department')
      .column('department_id')
      .execute()
    const known = new Map<string, number>()
    for (const { id, name } of await db
      .selectFrom('department')
      .select(['id', 'name'])
      .orderBy('id', 'desc')
      .execute()) {
      known.set(name, Number(id))
    }
    const departmentOf = async (name: string): Promise<number> => {
      const there = known.get(name)
      if (there !== undefined) return there
      const made = await db
        .insertInto('department')
        .values({ name, parent_id: null, sort: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      known.set(name, Number(made.id))
      return Number(made.id)
    }
    const accounts = await db
      .selectFrom('account')
      .select(['id', 'part_time_depts'])
      .where('part_time_depts', '<>', '')
      .execute()
    for (const { id, part_time_depts } of accounts) {
      const names = new Set<string>(part_time_depts.split(/[,，]/).map((name: string) => name.trim()))
      let sort = 0
      for (const name of names) {
        if (name === '') continue
        const row = { account_id: id, department_id: await departmentOf(name), sort: sort++ }
        await db
          .insertInto('part_time_department')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
    await sql`alter table account drop column part_time_depts`.execute(db)
  },
}
