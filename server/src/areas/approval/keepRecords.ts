import { sql } from 'kysely'
import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { noteReleased } from '../../store/mailbox/messageHolders.ts'
import { UNRELEASED } from '../../store/queue/outgoingState.ts'
import { switchesOf, switchOfMany } from '../../store/switches/switches.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Deletes records that have ended, after the days that the switch `approvalKeepDays` sets for their account; 0 keeps them. */
export const keepJob: JobKind = {
  name: 'approval.keep',
  atOnce: 1,
  limitMs: 300_000,
  retryAt: nextAttemptAt,
  everyMs: DAY_MS,
  async run(context, { signal }) {
    const shortest = await shortestOf(context)
    if (shortest === null) return undefined
    const before = context.now() - shortest * DAY_MS
    for (let last = { decided_at: 0, id: 0 }; !signal.aborted; ) {
      const rows = await endedAfter(context, last, before)
      const end = rows.at(-1)
      if (!end) break
      last = { decided_at: end.decided_at ?? 0, id: end.id }
      await deleteOld(context, rows)
    }
    return undefined
  },
}

/** The fewest days that are set for any account; null when all records are kept. */
async function shortestOf({ store }: Context): Promise<number | null> {
  const rows = await store.db
    .selectFrom('switch_value')
    .select('value')
    .where('name', '=', 'approvalKeepDays')
    .execute()
  const days = rows.map(({ value }) => Number(JSON.parse(value))).filter((one) => one > 0)
  return days.length === 0 ? null : Math.min(...days)
}

type EndedRow = Awaited<ReturnType<typeof endedAfter>>[number]

const endedAfter = ({ store }: Context, last: { readonly decided_at: number; readonly id: number }, before: number) =>
  store.db
    .selectFrom('approval_record')
    .select(['id', 'account_id', 'message_id', 'decided_at'])
    // As it stands in the index.
    .where(sql<boolean>`decided_at is not null`)
    .where((eb) => eb(eb.refTuple('decided_at', 'id'), '>', eb.tuple(last.decided_at, last.id)))
    .where('decided_at', '<', before)
    .where((eb) =>
      // What was passed and waits for its time can still be taken back.
      eb.not(
        eb.exists(
          eb
            .selectFrom('outgoing')
            .select('outgoing.id')
            .whereRef('outgoing.id', '=', 'approval_record.outgoing_id')
            .where('outgoing.state', 'in', UNRELEASED),
        ),
      ),
    )
    .orderBy('decided_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

async function deleteOld(context: Context, rows: readonly EndedRow[]): Promise<void> {
  const { db } = context.store
  const accountIds = [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))]
  const days = await switchOfMany(db, accountIds, 'approvalKeepDays')
  // Of accounts that are gone, the value of the organisation counts.
  const { approvalKeepDays: ofAll } = await switchesOf(db, 0)
  const now = context.now()
  const old = rows.filter(({ account_id, decided_at }) => {
    const kept = account_id === null ? ofAll : (days.get(account_id) ?? ofAll)
    return kept > 0 && (decided_at ?? now) < now - kept * DAY_MS
  })
  if (old.length === 0) return
  await transact(context, async (trx) => {
    const ids = old.map(({ id }) => id)
    await trx.deleteFrom('approval_record').where('id', 'in', ids).execute()
    await noteReleased(
      trx,
      old.map(({ message_id }) => message_id),
      now,
    )
  })
}
