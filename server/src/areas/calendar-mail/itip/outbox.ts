import { attendeesOf, type EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { nextAttemptAt } from '../../../mailflow/queue/retry.ts'
import type { PreparedMessage } from '../../../mailflow/reading/preparedMessage.ts'
import { isDiskFull } from '../../../platform/errors/diskFull.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { claims } from '../../../store/database/skipLocked.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { dueAgain, enqueue, type JobKind } from '../../../store/jobs/index.ts'
import { isInvitation, isOwn, type Owner, organizerIn, ownerOf } from '../../calendar-store/index.ts'
import { type ItipMail, prepareItipMail } from '../mails/itipMail.ts'
import { queueItip } from '../mails/queueItip.ts'
import { planNotices } from './planNotices.ts'
import { planReplies } from './planReplies.ts'
import { unmanagedPeople } from './scheduleAgent.ts'

/** How long after the last change people get a mail: a change that is undone until then is not reported. */
export const MAIL_AFTER_MS = 10_000
/**
 * Between the mails of one change: what ends or shrinks is mailed before what is new, so that a room that lost a time to
 * another series of the same organiser does not find itself taken.
 */
const TURN_MS = 5_000
const AT_ONCE = 50
/** Some two days. */
const ATTEMPTS_MAX = 15

const INVITATIONS = 'calendar.invitations'

/** Asks for the mails of an account that are due then, in the transaction that notes them. */
export const askForMails = (
  trx: Trx,
  context: Pick<Context, 'runtime' | 'now'>,
  accountId: number,
  at: number,
): Promise<void> => enqueue(trx, context, INVITATIONS, [{ key: `${accountId}`, at }])

/** Sends the due notices to the people of one account's events (the key), in the order in which they are due. */
export const invitationsJob: JobKind = {
  name: INVITATIONS,
  atOnce: 2,
  limitMs: 600_000,
  retryAt: nextAttemptAt,
  async run(context, { key, signal }) {
    const accountId = Number(key)
    if (await mailAllDue(context, accountId, signal)) mailTransportOf(context).dispatcher.expect(context.now())
    const next = await context.store.db
      .selectFrom('invitation_due')
      .select('due_at')
      .where('account_id', '=', accountId)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return dueAgain(context.now(), next?.due_at)
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('invitation_due').where('account_id', '=', Number(key)).execute()
  },
}

/** Whether an event concerns others: its owner has invited them, or was invited. */
const concernsOthers = (row: EventRow, owner: Owner): boolean => {
  const organizer = organizerIn(row)
  if (organizer === null) return false
  if (!isOwn(owner, organizer.address)) return isInvitation(row, owner)
  return attendeesOf(row).some((one) => !isOwn(owner, one.address))
}

/**
 * Notes that the people of these events are to get notice of a change, in its transaction. What they know is kept as it
 * was before the first change that was not sent yet; so changes that follow one another are one mail, and a change that
 * was undone is none.
 */
export async function noteInvitations(
  trx: Trx,
  context: Pick<TransactionContext, 'runtime' | 'now'>,
  before: readonly EventRow[],
  after: readonly EventRow[],
): Promise<void> {
  const owners = await ownersOf(trx, [...before, ...after])
  const found = new Map<string, { accountId: number; uid: string; knownRows: EventRow[] }>()
  const collect = (rows: readonly EventRow[], knownRows: boolean) => {
    for (const row of rows) {
      const owner = owners.get(row.calendar_id)
      if (!owner) continue
      const key = `${owner.accountId} ${row.uid}`
      const there = found.get(key) ?? { accountId: owner.accountId, uid: row.uid, knownRows: [] }
      if (knownRows) there.knownRows.push(row)
      found.set(key, there)
    }
  }
  collect(before, true)
  collect(after, false)
  const due = [...found.values()].filter(({ accountId, uid, knownRows }) => {
    const rows = [
      ...knownRows,
      ...after.filter((row) => row.uid === uid && owners.get(row.calendar_id)?.accountId === accountId),
    ]
    return rows.some((row) => {
      const owner = owners.get(row.calendar_id)
      return owner !== undefined && concernsOthers(row, owner)
    })
  })
  const turns = due.map(({ accountId, uid, knownRows }) => {
    const left = after.some((row) => row.uid === uid && owners.get(row.calendar_id)?.accountId === accountId)
    return left ? (knownRows.length > 0 ? 1 : 2) : 0
  })
  const first = Math.min(...turns)
  for (const [index, { accountId, uid, knownRows }] of due.entries()) {
    const dueAt = context.now() + MAIL_AFTER_MS + ((turns[index] ?? first) - first) * TURN_MS
    await trx
      .insertInto('invitation_due')
      .values({ account_id: accountId, uid, due_at: dueAt, changes: 1, known_rows: JSON.stringify(knownRows) })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'uid'])
          .doUpdateSet((eb) => ({ due_at: dueAt, changes: eb('invitation_due.changes', '+', 1) })),
      )
      .execute()
    await askForMails(trx, context, accountId, dueAt)
  }
}

async function ownersOf(trx: Trx, rows: readonly EventRow[]): Promise<ReadonlyMap<number, Owner>> {
  const owners = new Map<number, Owner>()
  for (const calendarId of new Set(rows.map((row) => row.calendar_id))) {
    const calendar = await trx
      .selectFrom('calendar')
      .select('account_id')
      .where('id', '=', calendarId)
      .executeTakeFirst()
    if (calendar) owners.set(calendarId, await ownerOf(trx, calendar.account_id))
  }
  return owners
}

/** Sends what is due to the people of an account's events. One that fails stops no other. Answers whether mails were queued. */
async function mailAllDue(context: Context, accountId: number, signal: AbortSignal): Promise<boolean> {
  const tried = new Set<string>()
  let queued = false
  for (;;) {
    const due = await context.store.db
      .selectFrom('invitation_due')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('due_at', '<=', context.now())
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute()
    const fresh = due.filter(({ uid }) => !tried.has(uid))
    for (const one of fresh) {
      signal.throwIfAborted()
      tried.add(one.uid)
      try {
        if (await mailDue(context, one)) queued = true
      } catch (error) {
        // Then none of the others can be stored either.
        if (isDiskFull(error)) throw error
        context.log.error({ err: error, uid: one.uid }, 'people could not be told of an event; it is tried again later')
        await putOff(context, one)
      }
    }
    if (fresh.length === 0 || due.length < AT_ONCE) return queued
  }
}

interface Due {
  readonly account_id: number
  readonly uid: string
  readonly changes: number
  readonly attempts: number
  readonly known_rows: string
  readonly due_at: number
}

/**
 * Mails are written before the transaction that queues them and deletes the note; after a change in between they are
 * written again.
 */
async function mailDue(context: Context, due: Due): Promise<boolean> {
  const owner = await ownerOf(context.store.db, due.account_id)
  const now = await rowsOf(context.store.db, due.account_id, due.uid)
  const knownRows = JSON.parse(due.known_rows) as EventRow[]
  const unmanaged = await unmanagedPeople(context.store.db, due.account_id, due.uid)
  const all = isOver([...knownRows, ...now], context.now()) ? [] : mailsFor(knownRows, now, owner)
  const planned = all.flatMap((mail) => {
    const to = mail.to.filter(({ address }) => !unmanaged.has(address.toLowerCase()))
    return to.length > 0 ? [{ ...mail, to }] : []
  })
  const mails: { readonly mail: ItipMail; readonly message: PreparedMessage }[] = []
  for (const mail of planned) mails.push({ mail, message: await prepareItipMail(context, mail) })
  return transact(
    context,
    async (trx) => {
      const claimed = await claims(
        context.store.engine,
        trx
          .selectFrom('invitation_due')
          .select('uid')
          .where('account_id', '=', due.account_id)
          .where('uid', '=', due.uid)
          .where('changes', '=', due.changes),
      )
      if (!claimed) return false
      for (const { mail, message } of mails) {
        await queueItip(trx, context, message, {
          from: mail.from.address,
          to: mail.to.map(({ address }) => address),
          releaseAt: context.now(),
        })
      }
      await trx
        .deleteFrom('invitation_due')
        .where('account_id', '=', due.account_id)
        .where('uid', '=', due.uid)
        .execute()
      return mails.length > 0
    },
    { grows: true },
  )
}

/** Events of the past are not reported any more. */
const isOver = (rows: readonly EventRow[], now: number): boolean =>
  rows.every((row) => row.series_id !== null || row.last_at < now)

/** The mails to send: to the people whom the owner has invited, or to the one who has invited the owner. */
function mailsFor(knownRows: readonly EventRow[], now: readonly EventRow[], owner: Owner): ItipMail[] {
  const from = { name: owner.name, address: owner.addresses[0] }
  const organizer = [...now, ...knownRows].flatMap((row) => organizerIn(row) ?? [])[0]
  if (organizer && !isOwn(owner, organizer.address)) {
    return planReplies(knownRows, now, owner).map(({ row, series, answer, comment, as }) => ({
      method: 'REPLY',
      word: answer,
      from: { name: owner.name, address: as },
      to: [organizer],
      rows: [row],
      series,
      comment,
      accountId: owner.accountId,
    }))
  }
  return planNotices(knownRows, now, organizer?.address ?? from.address).map(({ method, isNew, to, rows, series }) => ({
    method,
    word: method === 'CANCEL' ? 'cancelled' : isNew ? 'invited' : 'changed',
    from,
    to,
    rows,
    series,
    accountId: owner.accountId,
  }))
}

const rowsOf = (db: Context['store']['db'], accountId: number, uid: string): Promise<EventRow[]> =>
  db
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .selectAll('event')
    .where('calendar.account_id', '=', accountId)
    .where('event.uid', '=', uid)
    .orderBy('event.id')
    .execute()

/** Tries again later; after two days no mail is sent, and the log has the reason. */
async function putOff(context: Context, due: Due): Promise<void> {
  const at = due.attempts < ATTEMPTS_MAX ? nextAttemptAt(due.attempts + 1, context.now(), context.now()) : null
  await transact(context, async (trx) => {
    const one = trx.updateTable('invitation_due').where('account_id', '=', due.account_id).where('uid', '=', due.uid)
    if (at !== null) await one.set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: at })).execute()
    else
      await trx
        .deleteFrom('invitation_due')
        .where('account_id', '=', due.account_id)
        .where('uid', '=', due.uid)
        .execute()
  }).catch((error: unknown) => context.log.error({ err: error, uid: due.uid }, 'an invitation could not be put off'))
}
