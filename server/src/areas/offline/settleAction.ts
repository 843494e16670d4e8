import { Code, type OfflineAct, type OfflineAction, type SettledAction } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import {
  announceChanges,
  folderOfRole,
  labelMails,
  lockMailboxes,
  markMails,
  moveMails,
  ownFolder,
} from '../../store/mailbox/index.ts'
import { learnSenders } from '../classification/index.ts'
import { takeBackScheduled } from '../compose/index.ts'

/** A mail of an action, and where it lies now. */
interface SettledMail {
  readonly id: number
  readonly folder_id: number
  readonly previous_folder_id: number | null
}

/** What one action did: its answer, and what is to be learnt from it once it is committed. */
interface Done {
  readonly settled: SettledAction
  readonly lesson: { readonly mailIds: readonly number[]; readonly judged: 'spam' | 'not-spam' } | null
}

/** Refusals that are an answer: sent again, the action would be refused again. */
const FINAL: readonly number[] = [Code.folderNotFound, Code.labelNotFound, Code.folderNotEmptyable]

/**
 * Does what was done without a network, once for each key: the key and what came of it are stored in the transaction that
 * acts. What was moved elsewhere meanwhile stays there, and what is gone is passed over; both are named.
 */
export async function settleAction(context: Context, accountId: number, action: OfflineAction): Promise<SettledAction> {
  const before = await readSettled(context.store.db, accountId, action.key)
  if (before) return before
  const { act, mails } = action
  // Letters that wait for their time become drafts, as where they are deleted with a network.
  if (act.kind === 'bin')
    await takeBackScheduled(
      context,
      accountId,
      mails.map(({ mailId }) => mailId),
    )
  const done = await transact(context, (trx) => actOnce(trx, context, accountId, action)).catch((error: unknown) => {
    if (error instanceof CallError && FINAL.includes(error.code)) return refuse(context, accountId, action, error.code)
    throw error
  })
  if (done.settled.done > 0) announceChanges(context, [accountId])
  if (done.lesson) await learnSenders(context, accountId, done.lesson.mailIds, done.lesson.judged)
  return done.settled
}

type Database = Context['store']['db'] | Trx

async function readSettled(db: Database, accountId: number, key: string): Promise<SettledAction | null> {
  const row = await db
    .selectFrom('settled_action')
    .select('answer')
    .where('account_id', '=', accountId)
    .where('request', '=', key)
    .executeTakeFirst()
  // JSON that this file wrote.
  return row ? (JSON.parse(row.answer) as SettledAction) : null
}

/** Whether the key is new. The same key in another transaction is waited for. */
async function beginKey(trx: Trx, context: TransactionContext, accountId: number, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('settled_action')
    .values({ account_id: accountId, request: key, answer: '', at: context.now() })
    .onConflict((conflict) => conflict.columns(['account_id', 'request']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

const keepAnswer = (trx: Trx, accountId: number, settled: SettledAction) =>
  trx
    .updateTable('settled_action')
    .set({ answer: JSON.stringify(settled) })
    .where('account_id', '=', accountId)
    .where('request', '=', settled.key)
    .execute()

async function actOnce(trx: Trx, context: TransactionContext, accountId: number, action: OfflineAction): Promise<Done> {
  if (!(await beginKey(trx, context, accountId, action.key))) {
    const settled = await readSettled(trx, accountId, action.key)
    return { settled: settled ?? nothing(action.key), lesson: null }
  }
  const done = await actOn(trx, context, accountId, action)
  await keepAnswer(trx, accountId, done.settled)
  return done
}

const nothing = (key: string): SettledAction => ({ key, done: 0, gone: [], elsewhere: [], refused: null })

/** Stores a refusal, so that the same key is refused from now on, also where its folder or label is made again. */
async function refuse(context: Context, accountId: number, { key }: OfflineAction, refused: number): Promise<Done> {
  const settled = { ...nothing(key), refused }
  return transact(context, async (trx) => {
    if (await beginKey(trx, context, accountId, key)) await keepAnswer(trx, accountId, settled)
    return { settled: (await readSettled(trx, accountId, key)) ?? settled, lesson: null }
  })
}

async function actOn(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  { key, act, mails }: OfflineAction,
): Promise<Done> {
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const asked = new Map(mails.map(({ mailId, mailboxId }) => [mailId, mailboxId]))
  const found: SettledMail[] = await trx
    .selectFrom('mail')
    .select(['id', 'folder_id', 'previous_folder_id'])
    .where(numberIn(engine, 'id', [...asked.keys()]))
    .where(ownedBy('account_id', accountId))
    .execute()
  const there = new Set(found.map(({ id }) => id))
  const gone = [...asked.keys()].filter((id) => !there.has(id))
  const goals = await goalsOf(trx, context, accountId, act, found)
  if (!goals) {
    await markOrLabel(trx, context, accountId, act, [...there])
    return { settled: { ...nothing(key), done: found.length, gone }, lesson: null }
  }
  const elsewhere = found.filter(({ id, folder_id }) => {
    const shown = asked.get(id) ?? null
    return shown !== null && folder_id !== shown && folder_id !== goals.get(id)
  })
  const stays = new Set(elsewhere.map(({ id }) => id))
  const moving = found.filter(({ id }) => !stays.has(id))
  for (const [targetFolderId, ids] of byGoal(moving, goals)) {
    await moveMails(trx, context, { accountId, mailIds: ids, targetFolderId })
  }
  const settled = { ...nothing(key), done: moving.length, gone, elsewhere: [...stays] }
  return { settled, lesson: act.kind === 'move' ? await lessonOf(trx, accountId, act.folderId, moving) : null }
}

/** Where each mail is to lie; null for an action that moves nothing. */
async function goalsOf(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  act: OfflineAct,
  found: readonly SettledMail[],
): Promise<Map<number, number> | null> {
  switch (act.kind) {
    case 'move': {
      const target = await ownFolder(trx, accountId, act.folderId)
      // Drafts are written, not moved to.
      if (target.role === 'drafts') throw new CallError(Code.folderNotEmptyable)
      return new Map(found.map(({ id }) => [id, target.id]))
    }
    case 'bin': {
      const trash = await folderOfRole(trx, accountId, 'trash')
      return new Map(found.map(({ id }) => [id, trash]))
    }
    case 'recover': {
      const trash = await folderOfRole(trx, accountId, 'trash')
      const inbox = await folderOfRole(trx, accountId, 'inbox')
      const former = found.flatMap(({ previous_folder_id: id }) => (id === null ? [] : [id]))
      const there = await foldersAmong(trx, context, accountId, former)
      return new Map(
        found.map(({ id, folder_id, previous_folder_id: before }) => {
          // What is no longer in the recycle bin has been put back already.
          if (folder_id !== trash) return [id, folder_id]
          return [id, before !== null && there.has(before) ? before : inbox]
        }),
      )
    }
    default:
      return null
  }
}

async function foldersAmong(trx: Trx, { store }: TransactionContext, accountId: number, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', accountId)
    .where(numberIn(store.engine, 'id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function byGoal(mails: readonly SettledMail[], goals: ReadonlyMap<number, number>): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const { id } of mails) {
    const goal = goals.get(id)
    if (goal !== undefined) places.set(goal, [...(places.get(goal) ?? []), id])
  }
  return places
}

async function markOrLabel(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  act: OfflineAct,
  mailIds: number[],
) {
  switch (act.kind) {
    case 'seen':
      return markMails(trx, context, accountId, mailIds, { seen: act.seen })
    case 'star':
      return markMails(trx, context, accountId, mailIds, { color: act.color })
    case 'sticky':
      return markMails(trx, context, accountId, mailIds, { sticky: act.sticky })
    case 'label':
      return labelMails(trx, context, accountId, { mailIds, add: act.add, remove: act.remove })
    default:
      return []
  }
}

/** What is learnt of senders by a move, as where mails are moved with a network: into the recycle bin is no opinion. */
async function lessonOf(
  trx: Trx,
  accountId: number,
  target: number,
  moved: readonly SettledMail[],
): Promise<Done['lesson']> {
  const spam = await folderOfRole(trx, accountId, 'spam')
  const trash = await folderOfRole(trx, accountId, 'trash')
  const from = moved.filter(({ folder_id }) => folder_id !== target)
  const judged = target === spam ? from : target === trash ? [] : from.filter(({ folder_id }) => folder_id === spam)
  if (judged.length === 0) return null
  return { mailIds: judged.map(({ id }) => id), judged: target === spam ? 'spam' : 'not-spam' }
}
