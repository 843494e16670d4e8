import { type GetData, type HeldDecision, senderPattern } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, folderOfRole, moveMails, openMailbox } from '../../store/mailbox/index.ts'
import { saveSenders } from '../classification/index.ts'
import { namedFolder, setScreeningFolder } from '../folders/index.ts'

/** Mails that one transaction moves. */
const AT_ONCE = 500

const NAMES = { zh: '首次来信', en: 'First contacts' } as const

/** The folder in which first mails of unknown senders wait; null while the screener is off. */
export async function screeningFolder(db: Kysely<Schema>, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('account_id', '=', accountId)
    // As it stands in the index.
    .where(sql<boolean>`screens = 1`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whose mails wait. Throws `FolderClosedError`. */
export async function listHeld(context: Context, reader: MailReader): Promise<GetData<'mail/screener/list'>> {
  const folderId = await screeningFolder(context.store.db, reader.accountId)
  if (folderId === null) return { on: false, folderId: null, list: [], total: 0 }
  const { list, total } = await openMailbox(context, reader).folderSenders(folderId)
  return {
    on: true,
    folderId,
    list: list.map(({ address, name, count, latest }) => ({ address, name, count, latest })),
    total,
  }
}

/** How many senders wait; null while the screener is off, and while the folder is closed to who asks. */
export async function countHeld(context: Context, reader: MailReader): Promise<number | null> {
  const { db } = context.store
  const folder = await db
    .selectFrom('folder')
    .select(['id', 'guarded', 'total'])
    .where('account_id', '=', reader.accountId)
    .where(sql<boolean>`screens = 1`)
    .executeTakeFirst()
  if (!folder || folder.guarded === 1) return null
  return folder.total === 0 ? 0 : (await openMailbox(context, reader).folderSenders(folder.id)).total
}

/**
 * Holds first mails from now on, or lets in all that wait and holds none. Answers how many mails were let in. Throws
 * `FolderClosedError` where the folder has a password that was not entered.
 */
export async function switchScreener(context: Context, reader: MailReader, on: boolean): Promise<number> {
  const { accountId } = reader
  const before = await screeningFolder(context.store.db, accountId)
  if (on) {
    if (before === null)
      await setScreeningFolder(context, accountId, await namedFolder(context, accountId, NAMES, { empty: true }))
    return 0
  }
  if (before === null) return 0
  // A folder that is closed refuses this, so that nothing is turned off by half.
  await openMailbox(context, reader).folderSenders(before)
  // First it is off, so that no mail is stored there behind those that are let in.
  await setScreeningFolder(context, accountId, null)
  const inbox = await folderOfRole(context.store.db, accountId, 'inbox')
  const letIn = await moveAll(context, reader, { folderId: before, targetFolderId: inbox })
  await transact(context, (trx) => trx.deleteFrom('held_sender').where('account_id', '=', accountId).execute())
  return letIn
}

/** Moves all mails of a folder, some hundred at a time. */
async function moveAll(
  context: Context,
  reader: MailReader,
  { folderId, targetFolderId }: { readonly folderId: number; readonly targetFolderId: number },
): Promise<number> {
  let moved = 0
  for (;;) {
    const { list } = await openMailbox(context, reader).markList({ mailboxId: folderId })
    if (list.length === 0) return moved
    moved += await move(
      context,
      reader.accountId,
      list.map(([mailId]) => mailId),
      targetFolderId,
    )
  }
}

async function move(
  context: Context,
  accountId: number,
  mailIds: readonly number[],
  targetFolderId: number,
): Promise<number> {
  let moved = 0
  for (let at = 0; at < mailIds.length; at += AT_ONCE) {
    const some = mailIds.slice(at, at + AT_ONCE)
    moved += (await transact(context, (trx) => moveMails(trx, context, { accountId, mailIds: some, targetFolderId })))
      .length
    announceChanges(context, [accountId])
  }
  return moved
}

interface Decided {
  readonly decision: HeldDecision
  readonly addresses: readonly string[]
}

/**
 * Lets senders in, or blocks them, and moves what waits of theirs. They go onto the list of allowed or of blocked senders,
 * which the settings show and a file of settings holds. Answers how many mails were moved. Throws `FolderClosedError`,
 * `TooManyRulesError`.
 */
export async function decideSenders(
  context: Context,
  reader: MailReader,
  { decision, addresses }: Decided,
): Promise<number> {
  const { accountId } = reader
  const { db } = context.store
  const folderId = await screeningFolder(db, accountId)
  if (folderId === null) return 0
  const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const target = await folderOfRole(db, accountId, decision === 'in' ? 'inbox' : 'spam')
  const mailbox = openMailbox(context, reader)
  // Where it is closed nothing is decided by half.
  await mailbox.folder(folderId)
  const patterns = wanted.flatMap((address) => senderPattern(address) ?? [])
  if (patterns.length > 0) {
    await saveSenders(context, accountId, decision === 'in' ? 'allowed' : 'blocked', patterns)
  }
  await transact(context, (trx) =>
    trx.deleteFrom('held_sender').where('account_id', '=', accountId).where('address', 'in', wanted).execute(),
  )
  let moved = 0
  for (const address of wanted) {
    for (;;) {
      const { mailIds, more } = await mailbox.idsFromSender({
        ...{ address, before: Number.MAX_SAFE_INTEGER, mailboxId: folderId },
      })
      moved += await move(context, accountId, mailIds, target)
      if (!more || mailIds.length === 0) break
    }
  }
  return moved
}
