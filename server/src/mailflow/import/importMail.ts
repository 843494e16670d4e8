import { parseMailDate } from '../../mime/dates.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Context } from '../../store/context/context.ts'
import { prepared } from '../../store/database/prepared.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { addMail, factsOf, lockMailboxes } from '../../store/mailbox/index.ts'
import { type Preparer, READ_IN_PLACE_MAX } from '../delivery/preparer.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { importFolders, type TargetFolder } from './importFolders.ts'
import { findSources, readSource, type SourceFile, type SourceItem } from './importSource.ts'
import { labelImported } from './labelImported.ts'

export interface ImportProgress {
  /** Mails that were imported, mails that were there already, and below them what could not be read. */
  imported: number
  known: number
  /** Mails that the program they come from had marked as deleted; left out. */
  deleted: number
  bad: number
  /** Files and folders that could not be read. */
  unreadable: number
  /** Bytes of the sources: done so far, and in all. */
  done: number
  total: number
  /** Mails taken in by each folder, by its name. */
  readonly folders: Map<string, number>
}

export interface ImportTask {
  readonly accountId: number
  readonly folderId: number
  readonly paths: readonly string[]
  /** Files beside these whose folders are known. */
  readonly sources?: readonly SourceFile[]
  /** Called after every batch. */
  readonly onProgress?: (progress: Readonly<ImportProgress>) => void
  /** Called for each message that is left out. */
  readonly onBad?: (where: string, reason: string) => void
  /** Called for each file or folder that could not be read. */
  readonly onUnreadable?: (where: string, error: unknown) => void
  readonly signal?: AbortSignal
}

type MailItem = Extract<SourceItem, { kind: 'mail' }>

interface Waiting {
  readonly item: MailItem
  readonly folder: TargetFolder
}

const BATCH = 100
/** Bytes that one batch may hold in memory. */
const BATCH_BYTES = 16 * 1_024 * 1_024
const PREPARE_AT_ONCE = 8

/**
 * Imports mail into one folder, and the subfolders of Maildirs into folders of their names; mail of Google Takeout goes where
 * its labels place it. Every batch is one transaction with the position behind it, so that a run that was
 * interrupted goes on where it stopped, and a mail that the account holds already is not imported again.
 */
export async function importMail(context: Context, preparer: Preparer, task: ImportTask): Promise<ImportProgress> {
  const { sources: found, unreadable } = await findSources(task.paths)
  const sources = [...found, ...(task.sources ?? [])]
  const progress: ImportProgress = {
    imported: 0,
    known: 0,
    deleted: 0,
    bad: 0,
    unreadable: unreadable.length,
    done: 0,
    total: sources.reduce((sum, source) => sum + source.size, 0),
    folders: new Map(),
  }
  for (const { path, error } of unreadable) task.onUnreadable?.(path, error)
  const folderFor = importFolders(context, task.accountId, task.folderId)
  let batch: Waiting[] = []
  let bytes = 0
  let positions = new Map<string, number>()

  const store = async (items: readonly Waiting[], ends: ReadonlyMap<string, number>, reading: Promise<Read[]>) => {
    const outcome = await reading
      .then((read) => storeBatch(context, task, read, ends))
      .catch((error: unknown) => {
        // Nothing is left out because of missing space: a second run continues here.
        if (isDiskFull(error)) throw error
        return storeOneByOne(context, preparer, task, items, ends)
      })
    progress.imported += outcome.imported.length
    for (const { name } of outcome.imported) progress.folders.set(name, (progress.folders.get(name) ?? 0) + 1)
    progress.known += outcome.known
    progress.bad += outcome.bad
    task.onProgress?.(progress)
  }

  /** A batch is read by a thread while the one before is stored. */
  let storing: Promise<void> = Promise.resolve()
  const flush = async () => {
    if (batch.length === 0 && positions.size === 0) return
    const [items, ends] = [batch, positions]
    batch = []
    bytes = 0
    positions = new Map()
    const reading = readBatch(context, preparer, items)
    // An error is reported when it is this batch's turn.
    reading.catch(() => {})
    await storing
    storing = store(items, ends, reading)
    storing.catch(() => {})
  }

  let before = 0
  for (const source of sources) {
    const from = await positionOf(context, task.accountId, source)
    progress.done = before + Math.min(from, source.size)
    for await (const item of readSource(source, from, wireSizeMax(context.config))) {
      if (task.signal?.aborted) break
      if (item.kind === 'unreadable') {
        progress.unreadable++
        task.onUnreadable?.(item.where, item.error)
        continue
      }
      progress.done = before + Math.min(item.end, source.size)
      if (item.kind === 'bad') {
        progress.bad++
        task.onBad?.(item.where, item.reason)
      } else if (item.flags?.deleted) {
        progress.deleted++
      } else {
        batch.push({ item, folder: await folderFor(item.takeout?.path ?? source.maildir ?? []) })
        bytes += item.raw.length
      }
      positions.set(source.path, item.end)
      if (batch.length >= BATCH || bytes >= BATCH_BYTES || positions.size >= BATCH) await flush()
    }
    if (task.signal?.aborted) break
    before += source.size
    progress.done = before
  }
  await flush()
  await storing
  task.onProgress?.(progress)
  return progress
}

/** Where to continue in a file: 0 for a new one, or one that is shorter than it was. */
async function positionOf({ store }: Context, accountId: number, source: SourceFile): Promise<number> {
  const row = await store.db
    .selectFrom('import_progress')
    .select('position')
    .where('account_id', '=', accountId)
    .where('source', '=', source.path)
    .executeTakeFirst()
  return row && row.position <= Math.max(source.size, 1) ? row.position : 0
}

interface StoredBatch {
  /** The folder of each mail that was taken in. */
  readonly imported: readonly TargetFolder[]
  readonly known: number
  readonly bad: number
}

/** After a batch that failed as a whole: stores what can be stored and reports the rest. */
async function storeOneByOne(
  context: Context,
  preparer: Preparer,
  task: ImportTask,
  items: readonly Waiting[],
  positions: ReadonlyMap<string, number>,
): Promise<StoredBatch> {
  const sum = { imported: [] as TargetFolder[], known: 0, bad: 0 }
  for (const one of items) {
    try {
      const { imported, known } = await storeBatch(
        context,
        task,
        await readOneByOne(context, preparer, [one]),
        new Map(),
      )
      sum.imported.push(...imported)
      sum.known += known
    } catch (error) {
      if (isDiskFull(error)) throw error
      sum.bad++
      task.onBad?.(one.item.where, error instanceof Error ? error.message : String(error))
    }
  }
  await storeBatch(context, task, [], positions)
  return sum
}

type Read = Waiting & { readonly message: PreparedMessage }

/** Puts the messages of a batch on disk and reads them. */
async function readBatch(context: Context, preparer: Preparer, items: readonly Waiting[]): Promise<Read[]> {
  const isLong = items.some(({ item }) => item.raw.length > READ_IN_PLACE_MAX)
  // Few are read before a thread has started.
  if (isLong || items.length <= PREPARE_AT_ONCE) return readOneByOne(context, preparer, items)
  const messages = await preparer.receiveAll(items.map(({ item }) => item.raw))
  return items.flatMap((one, at) => {
    const message = messages[at]
    return message ? [{ ...one, message }] : []
  })
}

async function readOneByOne(context: Context, preparer: Preparer, items: readonly Waiting[]): Promise<Read[]> {
  const read: Read[] = []
  for (let at = 0; at < items.length; at += PREPARE_AT_ONCE) {
    const some = items.slice(at, at + PREPARE_AT_ONCE).map(async (one) => {
      const raw = await context.blobs.put(one.item.raw)
      return { ...one, message: await preparer.prepare(raw, one.item.raw) }
    })
    read.push(...(await Promise.all(some)))
  }
  return read
}

async function storeBatch(
  context: Context,
  task: ImportTask,
  read: readonly Read[],
  positions: ReadonlyMap<string, number>,
): Promise<StoredBatch> {
  const write = async (trx: Trx): Promise<StoredBatch> => {
    // Inside the transaction, because two imports at the same moment would both find that a mail is not there yet.
    await lockMailboxes(trx, context.store.engine, [task.accountId])
    const imported: TargetFolder[] = []
    const labelled: { readonly mailId: number; readonly labels: readonly string[] }[] = []
    const now = context.now()
    for (const { item, folder, message } of read) {
      if (await heldMail(trx, task.accountId, message.columns.raw_hash)) continue
      const flags = item.flags
      const { mailId } = await addMail(trx, context, {
        accountId: task.accountId,
        folderId: folder.id,
        messageId: await storeMessage(trx, context, message),
        message: factsOf(message.columns),
        receivedAt: receivedAt(item, message, now),
        size: message.columns.size,
        // Mail from elsewhere without any flag counts as read: hundreds of old mails are not news.
        seen: flags ? flags.seen : true,
        color: flags?.flagged ? 1 : 0,
        replied: flags?.replied ?? false,
        forwarded: flags?.forwarded ?? false,
      })
      imported.push(folder)
      if (item.takeout) labelled.push({ mailId, labels: item.takeout.labels })
    }
    await labelImported(trx, context, task.accountId, labelled)
    for (const [source, position] of positions) {
      await trx
        .insertInto('import_progress')
        .values({ account_id: task.accountId, source, position, updated_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'source']).doUpdateSet({ position, updated_at: now }))
        .execute()
    }
    return { imported, known: read.length - imported.length, bad: 0 }
  }
  return transact(context, write, { grows: true })
}

/**
 * The account's mail with these bytes, or null. Asked in two steps: SQLite would answer one by reading through all
 * mails of the account.
 */
export async function heldMail(
  trx: Trx,
  accountId: number,
  rawHash: string | null,
): Promise<{ id: number; folder_id: number } | null> {
  const [message] = rawHash === null ? [] : await selectByRaw(trx, { rawHash })
  if (!message) return null
  const [held] = await selectHeld(trx, { messageId: message.id, accountId })
  return held ?? null
}

const selectByRaw = prepared((db, by: { rawHash: string }) =>
  db.selectFrom('message').select('id').where('raw_hash', '=', by.rawHash).limit(1).compile(),
)

const selectHeld = prepared((db, by: { messageId: number; accountId: number }) =>
  db
    .selectFrom('mail')
    .select(['id', 'folder_id'])
    .where('message_id', '=', by.messageId)
    .where('account_id', '=', by.accountId)
    .limit(1)
    .compile(),
)

const DAY_MS = 24 * 60 * 60 * 1_000

/** When a mail arrived: by its last server, by the From_ line, by its own date, whichever there is and can be true. */
export function receivedAt(item: Pick<MailItem, 'raw' | 'at'>, message: PreparedMessage, now: number): number {
  const header = Buffer.from(item.raw.buffer, item.raw.byteOffset, Math.min(item.raw.byteLength, 16_384)).toString(
    'latin1',
  )
  const end = /\r?\n\r?\n/.exec(header)?.index ?? header.length
  const received = /^received:((?:.*\r?\n[ \t])*.*)/im.exec(header.slice(0, end))?.[1]
  const stamp = received
    ?.slice(received.lastIndexOf(';') + 1)
    .replace(/\s+/g, ' ')
    .trim()
  const moments = [stamp ? parseMailDate(stamp, now) : null, item.at, message.columns.date]
  return moments.find((moment) => moment !== null && moment > 0 && moment < now + DAY_MS) ?? now
}
