import { setImmediate } from 'node:timers/promises'
import { MAX_MAILS_PER_ACTION } from '@yanshu/contracts'
import { FolderRefusesError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { restoreDeleted } from '../../store/mailbox/deletedMails.ts'
import { type Labelling, labelMails } from '../../store/mailbox/labelMails.ts'
import { type Marks, markMails } from '../../store/mailbox/markMails.ts'
import { type MovedMail, moveMails } from '../../store/mailbox/moveMails.ts'
import { removeMails } from '../../store/mailbox/removeMails.ts'
import { folderOfRole, ownFolder } from '../../store/mailbox/roles.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { learnSenders } from '../classification/index.ts'
import { takeBackScheduled } from '../compose/index.ts'
import { StorageFullCallError } from '../files/index.ts'

/** Mails changed in one transaction. Between two of them the server answers other calls. */
const CHUNK = 1_000

/** Does something with many mails a thousand at a time and collects what it answers. */
async function inChunks<T>(
  mailIds: readonly number[],
  work: (chunk: readonly number[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const unique = [...new Set(mailIds)]
  const results: T[] = []
  for (let start = 0; start < unique.length; start += CHUNK) {
    if (start > 0) await setImmediate()
    for (const result of await work(unique.slice(start, start + CHUNK))) results.push(result)
  }
  return results
}

/*
 * Actions on mails. All may be repeated: mails that are already in the wanted state, are gone or belong to another account
 * are skipped and not counted. Windows are notified once, after the last commit.
 */

/** Sets marks; answers how many mails changed. */
export async function mark(context: Context, accountId: number, mailIds: readonly number[], marks: Marks) {
  const changed = await inChunks(mailIds, (chunk) =>
    transact(context, (trx) => markMails(trx, context, accountId, chunk, marks)),
  )
  if (changed.length > 0) announceChanges(context, [accountId])
  return changed.length
}

/** Adds and removes labels; returns how many of the mails exist. */
export async function label(context: Context, accountId: number, labelling: Labelling) {
  const changed = await inChunks(labelling.mailIds, (chunk) =>
    transact(context, (trx) => labelMails(trx, context, accountId, { ...labelling, mailIds: chunk })),
  )
  if (changed.length > 0) announceChanges(context, [accountId])
  return changed.length
}

/** Moves mails by their numbers in a folder. Drafts are written, not moved to, so that folder refuses. */
export async function move(
  context: Context,
  accountId: number,
  move: { mailboxId: number; targetMailboxId: number; mailUids: readonly number[] },
) {
  const { db, engine } = context.store
  const source = await ownFolder(db, accountId, move.mailboxId)
  const target = await ownFolder(db, accountId, move.targetMailboxId)
  if (source.id === target.id) return { folderName: target.name, moved: [] }
  if (target.role === 'drafts') throw new FolderRefusesError()
  const found = await db
    .selectFrom('mail')
    .select('id')
    .where('folder_id', '=', source.id)
    .where(numberIn(engine, 'uid', move.mailUids))
    .execute()
  const mailIds = found.map((mail) => mail.id)
  // Into the recycle bin is deleting; the others that wait for their time go on waiting.
  if (target.role === 'trash') await takeBackScheduled(context, accountId, mailIds)
  const moved = await moveTo(context, accountId, mailIds, target.id)
  // Into the recycle bin is no opinion.
  const isLesson = target.role === 'spam' || (source.role === 'spam' && target.role !== 'trash')
  if (isLesson && moved.length > 0) {
    const ids = moved.map(({ mailId }) => mailId)
    await learnSenders(context, accountId, ids, target.role === 'spam' ? 'spam' : 'not-spam')
  }
  return { folderName: target.name, moved: moved.map(({ mailId, uid }) => ({ mailId, mailUid: uid })) }
}

async function moveTo(context: Context, accountId: number, mailIds: readonly number[], targetFolderId: number) {
  const moved = await inChunks(mailIds, (chunk) =>
    transact(context, (trx) => moveMails(trx, context, { accountId, mailIds: chunk, targetFolderId })),
  )
  if (moved.length > 0) announceChanges(context, [accountId])
  return moved
}

function byFolder(mails: readonly { mailId: number; folderId: number }[]): Map<number, number[]> {
  const folders = new Map<number, number[]>()
  for (const { mailId, folderId } of mails) {
    const list = folders.get(folderId)
    if (list) list.push(mailId)
    else folders.set(folderId, [mailId])
  }
  return folders
}

/** Where a mail lies now, and its number there. */
export interface Placed {
  readonly mailId: number
  readonly mailboxId: number
  readonly mailUid: number
}

const placed = (moved: readonly MovedMail[], mailboxId: number): Placed[] =>
  moved.map(({ mailId, uid }) => ({ mailId, mailboxId, mailUid: uid }))

/**
 * Into the recycle bin; answers those that were elsewhere, with their new numbers. Letters that wait for their time become
 * drafts instead (§4).
 */
export async function recycle(context: Context, accountId: number, mailIds: readonly number[]): Promise<Placed[]> {
  await takeBackScheduled(context, accountId, mailIds)
  const trash = await folderOfRole(context.store.db, accountId, 'trash')
  const moved = await moveTo(context, accountId, mailIds, trash)
  return placed(moved, trash)
}

/**
 * Out of the recycle bin, back to where each mail was; to the inbox where that folder is gone. Answers those that were in
 * it, with their places and new numbers.
 */
export async function recover(context: Context, accountId: number, mailIds: readonly number[]): Promise<Placed[]> {
  const { db, engine } = context.store
  const trash = await folderOfRole(db, accountId, 'trash')
  const inbox = await folderOfRole(db, accountId, 'inbox')
  const mails = await inChunks(mailIds, (chunk) =>
    db
      .selectFrom('mail')
      .leftJoin('folder', (join) =>
        join.onRef('folder.id', '=', 'mail.previous_folder_id').onRef('folder.account_id', '=', 'mail.account_id'),
      )
      .select(['mail.id as mailId', 'folder.id as folderId'])
      .where(numberIn(engine, 'mail.id', chunk))
      .where('mail.folder_id', '=', trash)
      .execute(),
  )
  const goals = byFolder(mails.map(({ mailId, folderId }) => ({ mailId, folderId: folderId ?? inbox })))
  const all: Placed[] = []
  for (const [folderId, ids] of goals) {
    const moved = await moveTo(context, accountId, ids, folderId)
    for (const one of placed(moved, folderId)) all.push(one)
  }
  return all
}

/**
 * Deletes for good; answers how many. Letters that wait for their time become drafts instead (§4). With
 * `deletMailRecoverFlag` they can be restored for some days.
 */
export async function remove(context: Context, accountId: number, mailIds: readonly number[]): Promise<number> {
  await takeBackScheduled(context, accountId, mailIds)
  const { deletMailRecoverFlag } = await switchesOf(context.store.db, accountId)
  const keptSince = deletMailRecoverFlag ? context.now() : null
  const removed = await inChunks(mailIds, (chunk) =>
    transact(context, (trx) => removeMails(trx, context, accountId, chunk, keptSince)),
  )
  if (removed.length > 0) announceChanges(context, [accountId])
  return removed.length
}

/**
 * Puts mails back that were deleted for good; answers how many. Throws `StorageFullCallError` where the quota has no room for
 * all of them, and restores none then.
 */
export async function restore(context: Context, accountId: number, deletedIds: readonly number[]): Promise<number> {
  const count = await transact(context, (trx) =>
    restoreDeleted(trx, context, accountId, deletedIds, ({ bytes, left }) => {
      if (bytes > left) throw new StorageFullCallError()
    }),
  )
  if (count > 0) announceChanges(context, [accountId])
  return count
}

/** Deletes those of the mails that are drafts. */
export async function removeDrafts(context: Context, accountId: number, mailIds: readonly number[]): Promise<number> {
  const { db, engine } = context.store
  const drafts = await folderOfRole(db, accountId, 'drafts')
  const found = await inChunks(mailIds, (chunk) =>
    db
      .selectFrom('mail')
      .select('id')
      .where(numberIn(engine, 'id', chunk))
      .where('folder_id', '=', drafts)
      .execute(),
  )
  return remove(
    context,
    accountId,
    found.map((mail) => mail.id),
  )
}

/** The mails of a folder, all or by whether they are read. Throws `FolderNotFoundError`. */
export async function mailsOf(context: Context, accountId: number, folderId: number, seen?: 0 | 1): Promise<number[]> {
  const { db } = context.store
  await ownFolder(db, accountId, folderId)
  let query = db.selectFrom('mail').select('id').where('folder_id', '=', folderId)
  if (seen !== undefined) query = query.where('seen', '=', seen)
  return (await query.execute()).map((mail) => mail.id)
}

/** As many as a call takes back. */
const TAKEN_BACK_MAX = MAX_MAILS_PER_ACTION

/**
 * Empties a folder: the recycle bin and spam for good, every other into the recycle bin. Answers how many mails, and which
 * of them can be taken back in one call.
 */
export async function clear(
  context: Context,
  accountId: number,
  folderId: number,
): Promise<{ count: number; mailIds: number[] }> {
  const { role } = await ownFolder(context.store.db, accountId, folderId)
  const mails = await mailsOf(context, accountId, folderId)
  if (role === 'trash' || role === 'spam') {
    return { count: await remove(context, accountId, mails), mailIds: [] }
  }
  const binned = await recycle(context, accountId, mails)
  const mailIds = binned.length <= TAKEN_BACK_MAX ? binned.map(({ mailId }) => mailId) : []
  return { count: binned.length, mailIds }
}
