import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether no job of a kind has this column as its key: what an older version wrote, which knows no jobs. */
export const withoutJob = (kind: string, column: string): Expression<SqlBool> =>
  sql<SqlBool>`not exists (
    select 1 from job where job.kind = ${kind} and job.key = cast(${sql.ref(column)} as text))`
