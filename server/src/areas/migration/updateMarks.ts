import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges, lockMailboxes, markMails } from '../../store/mailbox/index.ts'
import type { Bringing } from './bringFolder.ts'
import { changedMarks, lettersOf } from './marks.ts'
import { type Dealt, requireRunning } from './migrationRows.ts'
import { listMails } from './otherFolder.ts'
import type { Place } from './storeMails.ts'

/** Mails of one transaction. */
const MARKED_AT_ONCE = 100

interface Marked extends Dealt {
  readonly uid: number
  readonly now: string
}

/**
 * Marks mails of an earlier run as they are marked there by now: what was read, flagged, answered or forwarded there since,
 * or no longer is. Marks that did not change there stay as the person has set them here. Throws what `listMails` and
 * `storeMails` throw.
 */
export async function updateMarks(
  bringing: Omit<Bringing, 'preparer'>,
  place: Place,
  uids: readonly number[],
  dealt: ReadonlyMap<number, Dealt>,
): Promise<void> {
  const known = uids.filter((uid) => (dealt.get(uid)?.mailId ?? null) !== null)
  const atOnce = bringing.commandSize.listed
  for (let at = 0; at < known.length; at += atOnce) {
    bringing.job.signal.throwIfAborted()
    const { listed } = await listMails(bringing.connection.client, known.slice(at, at + atOnce))
    const changed = [...listed].flatMap(([uid, { flags }]): Marked[] => {
      const one = dealt.get(uid)
      const now = lettersOf(flags ?? new Set())
      return one && one.marks !== now ? [{ uid, ...one, now }] : []
    })
    for (let from = 0; from < changed.length; from += MARKED_AT_ONCE) {
      await store(bringing, place, changed.slice(from, from + MARKED_AT_ONCE))
    }
  }
}

async function store(
  { context, job, migration }: Omit<Bringing, 'preparer'>,
  place: Place,
  mails: readonly Marked[],
): Promise<void> {
  const accountId = migration.account_id
  await transact(context, async (trx) => {
    await job.hold(trx)
    await lockMailboxes(trx, context.store.engine, [accountId])
    await requireRunning(trx, migration.id)
    // Of one that a version before brought, the marks of then are not known: it is only noted how they are now.
    const comparable = mails.flatMap(({ mailId, marks, now }) =>
      mailId === null || marks === null ? [] : [{ mailId, marks: changedMarks(marks, now) }],
    )
    let changed = 0
    for (const alike of Map.groupBy(comparable, ({ marks }) => JSON.stringify(marks)).values()) {
      const [first] = alike
      if (!first) continue
      const ids = alike.map(({ mailId }) => mailId)
      changed += (await markMails(trx, context, accountId, ids, first.marks)).length
    }
    for (const { uid, now } of mails) await noteMarks(trx, place, uid, now)
    await trx
      .updateTable('migration_folder')
      .set((eb) => ({ changed: eb('changed', '+', changed) }))
      .where('id', '=', place.folder.id)
      .execute()
  })
  announceChanges(context, [accountId])
}

const noteMarks = (trx: Trx, { folder, uidValidity }: Place, uid: number, marks: string) =>
  trx
    .updateTable('migration_mail')
    .set({ marks })
    .where('migration_folder_id', '=', folder.id)
    .where('uid_validity', '=', uidValidity)
    .where('uid', '=', uid)
    .execute()
