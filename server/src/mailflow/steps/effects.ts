import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { DeliveryEffectTable } from '../../store/database/schema.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { type Job, type JobKind, jobsOf } from '../../store/jobs/index.ts'
import { EFFECT } from '../../store/queue/holdQueue.ts'
import { nextAttemptAt } from '../queue/retry.ts'
import type { DeliveryStep, DueEffect } from './deliveryStep.ts'
import { noteOf } from './plannedRecipient.ts'
import { writeVerdicts } from './verdicts.ts'

/** Runs the effects that steps asked for after a mail was delivered. */
export interface Effects {
  /** Each effect is a job; its key is the effect's id. */
  readonly job: JobKind
  /** Runs everything that is due now. */
  runDue(): Promise<void>
}

/** Any number of servers may run this beside each other. One effect that fails stops no other. */
export function createEffects(context: Context, steps: readonly DeliveryStep[]): Effects {
  const stepOf = (effect: { readonly step: string }): DeliveryStep & Required<Pick<DeliveryStep, 'effect'>> => {
    const step = steps.find(({ name }) => name === effect.step)
    // Of a version that has this step; tried again until that version runs again, or the row is too old.
    if (!step?.effect) throw new Error(`there is no step of delivery “${effect.step}” that has effects`)
    return { ...step, effect: step.effect.bind(step) }
  }

  /** What the step of an effect needs and takes long, before the transaction. */
  const prepare = async (id: number): Promise<unknown> => {
    const effect = await context.store.db
      .selectFrom('delivery_effect')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return effect && stepOf(effect).prepare?.(context, dueEffect(effect))
  }

  /** The rows of the effect and of its job are deleted by the transaction that runs the effect. */
  const run = async (trx: Trx, { key, end }: Job, prepared: unknown) => {
    const id = Number(key)
    const effect = await skipLocked(
      context.store.engine,
      trx.selectFrom('delivery_effect').selectAll().where('id', '=', id),
    ).executeTakeFirst()
    if (!effect) return
    await stepOf(effect).effect(trx, context, dueEffect(effect), prepared)
    await trx.deleteFrom('delivery_effect').where('id', '=', id).execute()
    await end(trx)
  }

  const job: JobKind = {
    name: EFFECT,
    atOnce: 2,
    limitMs: 300_000,
    retryAt: nextAttemptAt,
    async run(_context, handed) {
      const prepared = await prepare(Number(handed.key))
      await transact(context, (trx) => run(trx, handed, prepared), { grows: true })
      return undefined
    },
    async onFailed(trx, _context, key, error) {
      const effect = await trx
        .selectFrom('delivery_effect')
        .selectAll()
        .where('id', '=', Number(key))
        .executeTakeFirst()
      if (!effect) return
      const detail = { effect: JSON.parse(effect.data), error: error instanceof Error ? error.message : String(error) }
      const whom = { accountId: effect.account_id, address: effect.address, mailId: effect.mail_id }
      await writeVerdicts(trx, context, [{ ...whom, ...noteOf(effect.step, 'failed', detail) }])
    },
    drop: async (trx, key) => {
      await trx.deleteFrom('delivery_effect').where('id', '=', Number(key)).execute()
    },
  }
  return { job, runDue: () => jobsOf(context).runDue([job]) }
}

const dueEffect = (row: Selectable<DeliveryEffectTable>): DueEffect => ({
  accountId: row.account_id,
  address: row.address,
  mailId: row.mail_id,
  data: JSON.parse(row.data),
})
