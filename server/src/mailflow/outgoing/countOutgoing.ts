import type { Context } from '../../store/context/context.ts'

/** How many mails of all processes have not left yet: `held` can still be recalled, `released` are on their way. */
export async function countOutgoing({ store }: Pick<Context, 'store'>): Promise<Record<'held' | 'released', number>> {
  const rows = await store.db
    .selectFrom('outgoing')
    .select(({ fn }) => ['state', fn.countAll<number>().as('mails')])
    .where('state', 'in', ['held', 'released'])
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.mails ?? 0
  return { held: of('held'), released: of('released') }
}
