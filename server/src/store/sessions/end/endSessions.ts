import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** Which logins of an account end; all of them when nothing is given. */
export interface EndedSessions {
  /** All but this one. */
  readonly except?: string | undefined
  /** This one alone. */
  readonly only?: string | undefined
  /** Those alone that this person has opened, whose own account is another one. */
  readonly openedBy?: number | undefined
}

/**
 * Ends logins of an account, with what depends on them (sessions that switched from one, open folders, push): when its
 * password or its address changes, it is disabled or deleted, or a person demands it. Answers how many.
 */
export async function endSessions(
  db: Kysely<Schema>,
  accountId: number,
  { except, only, openedBy }: EndedSessions = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(openedBy !== undefined, (query) => query.where('person_id', '=', openedBy ?? 0))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
