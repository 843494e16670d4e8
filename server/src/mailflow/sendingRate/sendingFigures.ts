import { sql } from 'kysely'
import type { GaugeSeries } from '../../platform/health/measures.ts'
import type { Context } from '../../store/context/context.ts'
import { RATE_STEP } from './sendingRate.ts'

/** How many mails wait because their accounts have reached the limit of an hour: a stolen password shows here first. */
export const sendingGauges = ({ store }: Pick<Context, 'store'>): readonly GaugeSeries[] => [
  {
    name: 'yanshu_sending_over_limit',
    help: 'Mails that are held because their account has written to as many recipients as it may in an hour',
    labelNames: [],
    read: async () => {
      const { mails } = await store.db
        .selectFrom('outgoing')
        .select(({ fn }) => fn.countAll<number>().as('mails'))
        // As it stands in the index of what is held.
        .where(sql<boolean>`state = 'held'`)
        .where('held_by', '=', 'server')
        .where('held_step', '=', RATE_STEP)
        .executeTakeFirstOrThrow()
      return [{ labels: {}, value: Number(mails) }]
    },
  },
]
