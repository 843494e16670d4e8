import type { Kysely } from 'kysely'
import { peopleOfOthers, readKept } from '../../../calendar-model/ics/kept.ts'
import type { Schema } from '../../../store/database/schema.ts'

/**
 * The addresses, in lower case, to which this server sends nothing about an event: a program has declared that it sends by
 * itself, or that nothing is sent (SCHEDULE-AGENT, RFC 6638 §7.1).
 */
export async function unmanagedPeople(
  db: Kysely<Schema>,
  accountId: number,
  uid: string,
): Promise<ReadonlySet<string>> {
  const objects = await db
    .selectFrom('calendar_object')
    .innerJoin('calendar', 'calendar.id', 'calendar_object.calendar_id')
    .select('calendar_object.extra')
    .where('calendar.account_id', '=', accountId)
    .where('calendar_object.uid', '=', uid)
    .where('calendar_object.extra', '!=', '')
    .execute()
  return new Set(objects.flatMap(({ extra }) => peopleOfOthers(readKept(extra))))
}
