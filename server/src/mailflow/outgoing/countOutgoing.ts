import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { OutgoingState } from '../../store/database/schema.ts'

type OnItsWay = Exclude<OutgoingState, 'done' | 'refused' | 'taken-back'>

/** How many mails of all processes have not left yet, by their state. */
export async function countOutgoing({ store }: Pick<Context, 'store'>): Promise<Record<OnItsWay, number>> {
  const count = (which: RawBuilder<boolean>) =>
    store.db
      .selectFrom('outgoing')
      .select(({ fn }) => ['state', fn.countAll<number>().as('mails')])
      .where(which)
      .groupBy('state')
      .execute()
  // As they stand in the indexes.
  const rows = [
    ...(await count(sql`state in ('accepted', 'checking', 'held')`)),
    ...(await count(sql`state = 'released'`)),
  ]
  const of = (state: string) => rows.find((row) => row.state === state)?.mails ?? 0
  return { accepted: of('accepted'), checking: of('checking'), held: of('held'), released: of('released') }
}
