import type { Context } from '../../store/context/context.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { nextAttemptAt } from '../queue/retry.ts'
import type { DeliveryStep } from './deliveryStep.ts'
import { noteOf } from './line.ts'
import { writeVerdicts } from './verdicts.ts'

/** Runs the effects that steps asked for after a mail was delivered. */
export interface Effects {
  start(): void
  /** Some are due now; the next look is made at once. */
  wake(): void
  /** Runs everything that is due now. */
  runDue(): Promise<void>
  /** Finishes what has begun. The rest stays on disk for the next start. */
  stop(): Promise<void>
}

/** The longest wait between two looks: what another server left undone is found by then. */
const LOOK_EVERY_MS = 5_000
const AT_ONCE = 50

/** Any number of servers may run this beside each other. One effect that fails stops no other. */
export function createEffects(context: Context, steps: readonly DeliveryStep[]): Effects {
  const { db } = context.store
  let timer: NodeJS.Timeout | null = null
  let started = false
  let again = false
  let running: Promise<void> | null = null

  const find = async (after: number) =>
    (
      await db
        .selectFrom('delivery_effect')
        .select('id')
        .where('id', '>', after)
        .where('retry_at', '<=', context.now())
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
    ).map(({ id }) => id)

  const runDue = async () => {
    for (let due = await find(0); due.length > 0; due = await find(due.at(-1) ?? Number.MAX_SAFE_INTEGER)) {
      for (const id of due) await attempt(id)
    }
  }

  const attempt = async (id: number) => {
    try {
      await transact(context, (trx) => run(trx, id), { grows: true })
    } catch (error) {
      context.log.error({ err: error, effectId: id }, 'what follows a delivery failed; it is tried again later')
      try {
        await transact(context, (trx) => putOff(trx, id, error))
      } catch (cause) {
        context.log.error({ err: cause, effectId: id }, 'what follows a delivery could not be put off')
      }
    }
  }

  /** The row is deleted by the transaction that runs the effect. */
  const run = async (trx: Trx, id: number) => {
    const claimed = await skipLocked(
      context.store.engine,
      trx.selectFrom('delivery_effect').selectAll().where('id', '=', id),
    ).executeTakeFirst()
    if (!claimed) return
    const step = steps.find(({ name }) => name === claimed.step)
    // Of a version that has this step; tried again until that version runs again, or the row is too old.
    if (!step?.effect) throw new Error(`there is no step of delivery “${claimed.step}” that has effects`)
    await step.effect(trx, context, {
      accountId: claimed.account_id,
      address: claimed.address,
      mailId: claimed.mail_id,
      data: JSON.parse(claimed.data),
    })
    await trx.deleteFrom('delivery_effect').where('id', '=', id).execute()
  }

  const putOff = async (trx: Trx, id: number, error: unknown) => {
    const effect = await trx
      .updateTable('delivery_effect')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!effect) return
    const at = nextAttemptAt(effect.attempts, effect.created_at, context.now())
    if (at !== null) {
      await trx.updateTable('delivery_effect').set({ retry_at: at }).where('id', '=', id).execute()
      return
    }
    await trx.deleteFrom('delivery_effect').where('id', '=', id).execute()
    const detail = { effect: JSON.parse(effect.data), error: error instanceof Error ? error.message : String(error) }
    const whom = { accountId: effect.account_id, address: effect.address, mailId: effect.mail_id }
    await writeVerdicts(trx, context, [{ ...whom, ...noteOf(effect.step, 'failed', detail) }])
  }

  const look = () => {
    if (timer) clearTimeout(timer)
    timer = null
    again = false
    running = runDue()
      .catch((error: unknown) => context.log.error({ err: error }, 'what follows deliveries could not be looked for'))
      .finally(() => {
        running = null
        if (!started) return
        if (again) look()
        else timer = setTimeout(look, LOOK_EVERY_MS)
      })
  }

  return {
    start() {
      started = true
      if (!running) look()
    },
    wake() {
      again = true
      if (started && !running) look()
    },
    runDue,
    async stop() {
      started = false
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}
