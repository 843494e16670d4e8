import type { FetchMessageObject } from 'imapflow'
import type { Preparer } from '../../mailflow/delivery/preparer.ts'
import { READ_IN_PLACE_MAX } from '../../mailflow/delivery/preparer.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import type { Context } from '../../store/context/context.ts'
import type { Job } from '../../store/jobs/index.ts'
import type { CommandSize } from './commandSize.ts'
import { contentHashOf } from './contentHash.ts'
import { fetchTexts } from './fetchTexts.ts'
import { findAlike } from './findAlike.ts'
import { gmailIdOf, labelOf, twinsOf } from './gmailTwins.ts'
import { lettersOf } from './marks.ts'
import { countLess, type Dealt, dealtWith, type FolderRow, type MigrationRow, setFolder } from './migrationRows.ts'
import { isOutside, listMails, momentOf, openFolder } from './otherFolder.ts'
import { giveWay } from './pace.ts'
import type { Connection } from './server/connection.ts'
import { type Fetched, type Noted, type Place, storeMails } from './storeMails.ts'
import { updateMarks } from './updateMarks.ts'

/** Mails whose texts are asked for by one command. */
const FETCHED_AT_ONCE = 50
/** Mails of one transaction: two milliseconds, so that deliveries and the calls of people seldom wait (docs/migration.md). */
const STORED_AT_ONCE = 2
const PREPARED_AT_ONCE = 2
/** Mails of an earlier run that are written down in one transaction. */
const ROWS_AT_ONCE = 100
const DETAIL_MAX = 300

export interface Bringing {
  readonly context: Context
  readonly preparer: Preparer
  readonly connection: Connection
  readonly commandSize: CommandSize
  readonly job: Job
  readonly migration: MigrationRow
}

/**
 * Brings what one folder of the other server has in the range and this mailbox has not. It is opened read-only: nothing
 * changes there, not even what counts as read. Throws what `failureOf` and `storeMails` throw.
 */
export async function bringFolder(bringing: Bringing, folder: FolderRow, folderId: number): Promise<void> {
  const { context, connection, commandSize, migration, job } = bringing
  const { uidValidity, uids } = await openFolder(connection.client, folder.path, migration, commandSize.searched)
  const place = { folder, folderId, uidValidity }
  const done = await dealtWith(context, migration, folder.path, uidValidity)
  await setFolder(context, folder.id, { total: uids.length, folder_id: folderId })
  const known = uids.flatMap((uid) => {
    const dealt = done.own.has(uid) ? undefined : done.before.get(uid)
    return dealt ? [{ uid, ...dealt }] : []
  })
  for (let at = 0; at < known.length; at += ROWS_AT_ONCE) {
    const some = known.slice(at, at + ROWS_AT_ONCE)
    await storeMails(context, job, migration, place, { fetched: [], noted: [], known: some })
  }
  // Once in a run: a connection that breaks again and again would compare the same marks each time.
  if (folder.state === 'waiting') {
    const dealt = new Map([...done.own, ...known.map(({ uid, ...one }) => [uid, one] as const)])
    await updateMarks(bringing, place, uids, dealt)
  }
  await setFolder(context, folder.id, { state: 'running' })
  const waiting = uids.filter((uid) => !done.own.has(uid) && !done.before.has(uid))
  for (let at = 0; at < waiting.length; ) {
    const some = waiting.slice(at, at + commandSize.listed)
    await bringSome(bringing, place, some)
    at += some.length
  }
  await setFolder(context, folder.id, { state: 'done' })
}

async function bringSome(bringing: Bringing, place: Place, uids: readonly number[]): Promise<void> {
  const { context, connection, commandSize, job, migration } = bringing
  if (uids.length === 0) return
  const { listed, refused } = await listMails(connection.client, uids)
  const sizeMax = wireSizeMax(context.config)
  const noted: Noted[] = []
  const wanted: FetchMessageObject[] = []
  const again: (Dealt & { uid: number; gmailId: string })[] = []
  const gmailIds = [...listed.values()].flatMap((mail) => gmailIdOf(connection.client, mail) || [])
  const twins = await twinsOf(context, migration, place.folder, gmailIds)
  let outside = 0
  for (const uid of uids) {
    const mail = listed.get(uid)
    const refusal = refused.get(uid)
    if (refusal !== undefined) {
      noted.push({ uid, reason: 'refused', detail: detailOf(refusal), size: 0 })
      continue
    }
    // Deleted there since it was counted, or of another hour of the first or last day.
    if (!mail || isOutside(mail, migration)) outside++
    else if (mail.flags?.has('\\Deleted')) noted.push({ uid, reason: 'deleted', detail: '', size: mail.size ?? 0 })
    else if (twins.has(gmailIdOf(connection.client, mail))) {
      const gmailId = gmailIdOf(connection.client, mail)
      again.push({ uid, gmailId, mailId: twins.get(gmailId) ?? null, marks: lettersOf(mail.flags ?? new Set()) })
    } else if ((mail.size ?? 0) > sizeMax) noted.push({ uid, reason: 'tooLarge', detail: '', size: mail.size ?? 0 })
    else wanted.push(mail)
  }
  if (outside > 0) await countLess(context, place.folder.id, outside)
  if (noted.length > 0) await storeMails(context, job, migration, place, { fetched: [], noted, known: [] })
  if (again.length > 0) {
    const labelId = await labelOf(context, migration.account_id, place.folder)
    await storeMails(context, job, migration, place, { fetched: [], noted: [], known: again, labelId })
  }
  for (const group of inGroups(wanted, commandSize.bytes)) {
    job.signal.throwIfAborted()
    const { fetched, failed, broken } = await fetchMails(bringing, place, group)
    if (failed.length > 0) await storeMails(context, job, migration, place, { fetched: [], noted: failed, known: [] })
    for (let at = 0; at < fetched.length; at += STORED_AT_ONCE) {
      const some = fetched.slice(at, at + STORED_AT_ONCE)
      await storeMails(context, job, migration, place, { fetched: some, noted: [], known: [] })
    }
    if (broken) throw broken
  }
}

/** Parts mails into groups of so many, and of so many bytes together. */
function inGroups(mails: readonly FetchMessageObject[], bytesAtOnce: number): FetchMessageObject[][] {
  const groups: FetchMessageObject[][] = []
  let bytes = 0
  for (const mail of mails) {
    const size = mail.size ?? 0
    const last = groups.at(-1)
    if (!last || last.length >= FETCHED_AT_ONCE || bytes + size > bytesAtOnce) {
      groups.push([mail])
      bytes = size
    } else {
      last.push(mail)
      bytes += size
    }
  }
  return groups
}

const detailOf = (words: string) => words.replace(/\p{Cc}/gu, ' ').slice(0, DETAIL_MAX)

/**
 * Fetches and reads a group. A mail that the other server cannot give, or that cannot be read here, stands alone. What came
 * before a connection broke is answered with that failure.
 */
async function fetchMails(
  bringing: Bringing,
  place: Place,
  group: readonly FetchMessageObject[],
): Promise<{ fetched: Fetched[]; failed: Noted[]; broken: Error | null }> {
  const { context, job, preparer, migration } = bringing
  const failed: Noted[] = []
  const fetched: Omit<Fetched, 'alike'>[] = []
  const { sources, refused, broken } = await fetchTexts(bringing, place, group)
  const read = async (mail: FetchMessageObject): Promise<void> => {
    const { uid, size = 0, flags = new Set() } = mail
    const source = sources.get(uid)
    const refusal = refused.get(uid)
    if (refusal !== undefined) failed.push({ uid, reason: 'refused', detail: detailOf(refusal), size })
    else if (source?.length === 0) failed.push({ uid, reason: 'empty', detail: '', size })
    if (!source || source.length === 0) return
    try {
      const raw = await context.blobs.put(source)
      const message = await preparer.prepare(raw, source.length <= READ_IN_PLACE_MAX ? source : null)
      const contentHash = await contentHashOf(migration.account_id, source)
      const gmailId = gmailIdOf(bringing.connection.client, mail)
      fetched.push({ uid, message, source, contentHash, gmailId, at: momentOf(mail), flags })
    } catch (error) {
      const detail = detailOf(error instanceof Error ? error.message : String(error))
      failed.push({ uid, reason: 'unreadable', detail, size })
    }
  }
  // One connection answers one command after the other; what it has answered is read side by side.
  for (let at = 0; at < group.length; at += PREPARED_AT_ONCE) {
    const some = group.slice(at, at + PREPARED_AT_ONCE)
    await giveWay(context, job.signal, () => Promise.all(some.map(read)))
  }
  const alike = await findAlike(context, migration.account_id, place.folderId, fetched)
  return {
    fetched: fetched.toSorted((a, b) => a.uid - b.uid).map((mail) => ({ ...mail, alike: alike.get(mail.uid) ?? [] })),
    failed,
    broken,
  }
}
