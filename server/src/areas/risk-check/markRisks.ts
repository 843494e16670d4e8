import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { MailListItem } from '@yanshu/contracts'
import { RISK_GRADES_MARKED } from '@yanshu/contracts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { inBackground, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { organisationOf, riskOfMail } from './riskOfMail.ts'

/** What `mail.risk` holds. */
const RISK = { unknown: 0, none: 1, marked: 2 } as const
/** Mails that arrived earlier are not checked when they are listed: their reader has read them, or will not. */
const LISTED_FOR_MS = 14 * 24 * 60 * 60_000
/** Mails that wait; those beyond it are checked when they are listed again. */
const WAITING_MAX = 500
/** How long calls of people have the server for themselves after a mail, as a multiple of what it took. */
const PAUSE = 3
const PAUSE_MAX_MS = 25
/** How long they have it when they kept it busy in that time, as a person who scrolls does: marks can wait a moment. */
const PAUSE_BUSY_MS = 100
const BUSY_FROM = 0.25

/** Mails remembered as checked, so that a list of them is answered without asking the store again. */
const LOOKED_MAX = 20_000

interface Marking {
  readonly waiting: Map<number, number>
  /** A mail is checked once and not again. */
  readonly looked: Set<number>
  running: Promise<void> | null
  stopped: boolean
}
const MARKING: RuntimePart<Marking> = { name: 'marks of listed mails' }

const markingOf = ({ runtime }: Pick<Context, 'runtime'>): Marking =>
  runtime.use(MARKING, () => ({ waiting: new Map(), looked: new Set(), running: null, stopped: false }))

/** Finishes what has begun; nothing more is checked. */
export async function stopMarking({ runtime }: Pick<Context, 'runtime'>): Promise<void> {
  const marking = runtime.find(MARKING)
  if (!marking) return
  marking.stopped = true
  marking.waiting.clear()
  await marking.running
}

/**
 * Checks mails that were just listed, one after the other and after the list was answered. Windows learn of those that
 * get a mark by the change log, as of any other mark. A mail is checked once.
 */
export function markListed(
  context: Context,
  accountId: number,
  rows: readonly Pick<MailListItem, 'mailId' | 'date' | 'risky'>[],
): void {
  const marking = markingOf(context)
  const since = context.now() - LISTED_FOR_MS
  for (const { mailId, date, risky } of rows) {
    if (risky || date < since || marking.looked.has(mailId) || marking.waiting.size >= WAITING_MAX) continue
    marking.waiting.set(mailId, accountId)
  }
  if (marking.waiting.size === 0 || marking.running || marking.stopped) return
  marking.running = work(inBackground(context), marking)
    .catch((error: unknown) => context.log.error({ err: error }, 'listed mails could not be looked at for risks'))
    .finally(() => {
      marking.running = null
    })
}

async function work(context: Context, marking: Marking): Promise<void> {
  for (let [next] = marking.waiting; next && !marking.stopped; [next] = marking.waiting) {
    const [, accountId] = next
    const ids = [...marking.waiting].filter(([, of]) => of === accountId).map(([mailId]) => mailId)
    for (const id of ids) marking.waiting.delete(id)
    await markOf(context, accountId, ids, marking)
  }
}

/** The mails among these that were not checked, with the role of their folder. */
async function unknownAmong({ store }: Context, accountId: number, ids: readonly number[]) {
  return store.db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'folder.role'])
    .where('mail.id', 'in', ids)
    .where(ownedBy('mail.account_id', accountId))
    .where('mail.risk', '=', RISK.unknown)
    .execute()
}

function remember({ looked }: Marking, ids: readonly number[]): void {
  if (looked.size + ids.length > LOOKED_MAX) looked.clear()
  for (const id of ids) looked.add(id)
}

async function markOf(context: Context, accountId: number, ids: readonly number[], marking: Marking): Promise<void> {
  const marked: number[] = []
  const clean: number[] = []
  const rows = await unknownAmong(context, accountId, ids)
  const left = new Set(rows.map(({ id }) => id))
  remember(
    marking,
    ids.filter((id) => !left.has(id)),
  )
  // Mails of one's own may come to lie where those of others do.
  const unknown = rows.filter(({ role }) => role !== 'sent' && role !== 'drafts').map(({ id }) => id)
  if (unknown.length === 0) return
  const organisation = await organisationOf(context, accountId)
  for (const id of unknown) {
    if (marking.stopped) break
    const began = performance.now()
    try {
      const { grade } = await riskOfMail(context, systemActor(accountId), id, organisation)
      ;(RISK_GRADES_MARKED.includes(grade) ? marked : clean).push(id)
    } catch (error) {
      // One mail that cannot be read stops no other; it counts as checked.
      if (!(error instanceof MailNotFoundError))
        context.log.warn({ err: error, mailId: id }, 'a mail could not be checked')
      clean.push(id)
    }
    await leaveTheServer(performance.now() - began)
  }
  await keepRisk(context, accountId, clean, false)
  await keepRisk(context, accountId, marked, true)
}

/** Who scrolls asks for the next rows meanwhile, and would wait for a mail at each step of the answer. */
async function leaveTheServer(tookMs: number): Promise<void> {
  const before = performance.eventLoopUtilization()
  await wait(Math.min(tookMs * PAUSE, PAUSE_MAX_MS))
  if (performance.eventLoopUtilization(before).utilization > BUSY_FROM) await wait(PAUSE_BUSY_MS)
}

/** Keeps whether mails are marked. Windows are notified of those whose mark has changed. */
export async function keepRisk(
  context: Context,
  accountId: number,
  ids: readonly number[],
  marked: boolean,
): Promise<void> {
  if (ids.length === 0) return
  const changed = await transact(context, async (trx) => {
    const own = await trx
      .selectFrom('mail')
      .select(['id', 'risk'])
      .where('id', 'in', ids)
      .where(ownedBy('account_id', accountId))
      .where('risk', '<>', marked ? RISK.marked : RISK.none)
      .execute()
    if (own.length === 0) return false
    await trx
      .updateTable('mail')
      .set({ risk: marked ? RISK.marked : RISK.none })
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
    const seen = own.filter(({ risk }) => marked || risk === RISK.marked).map(({ id }) => id)
    if (seen.length > 0) noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: seen })
    return seen.length > 0
  })
  if (changed) announceChanges(context, [accountId])
}
