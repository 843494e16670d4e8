import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Preparer } from '../../mailflow/delivery/preparer.ts'
import { READ_IN_PLACE_MAX } from '../../mailflow/delivery/preparer.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import type { Context } from '../../store/context/context.ts'
import type { Job } from '../../store/jobs/index.ts'
import { countLess, dealtWith, type FolderRow, type MigrationRow, setFolder } from './migrationRows.ts'
import { MigrationThrottledError } from './server/errors.ts'
import { failureOf } from './server/openServer.ts'
import { type Fetched, type Noted, storeMails } from './storeMails.ts'

/** Mails whose sizes and flags are asked for by one command, and whose texts are. */
const LISTED_AT_ONCE = 500
const FETCHED_AT_ONCE = 100
/** Mails of one transaction: some twenty milliseconds, so that the calls of people come between. */
const STORED_AT_ONCE = 20
const BYTES_AT_ONCE = 8 * 1_048_576
const PREPARED_AT_ONCE = 8
const DETAIL_MAX = 300

interface Bringing {
  readonly context: Context
  readonly preparer: Preparer
  readonly client: ImapFlow
  readonly job: Job
  readonly migration: MigrationRow
}

/**
 * Brings what one folder of the other server has in the range and this mailbox has not. It is opened read-only: nothing
 * changes there, not even what counts as read. Throws what `failureOf` and `storeMails` throw.
 */
export async function bringFolder(bringing: Bringing, folder: FolderRow, folderId: number): Promise<void> {
  const { context, client, migration, job } = bringing
  const { uidValidity, uids } = await open(client, folder.path, migration)
  const done = await dealtWith(context, migration, folder.path, uidValidity)
  const waiting = uids.filter((uid) => !done.own.has(uid))
  await setFolder(context, folder.id, { state: 'running', total: uids.length, folder_id: folderId })
  const place = { folder, folderId, uidValidity }
  for (let at = 0; at < waiting.length; at += LISTED_AT_ONCE) {
    const some = waiting.slice(at, at + LISTED_AT_ONCE)
    const fromBefore = some.filter((uid) => done.before.has(uid))
    if (fromBefore.length > 0) {
      const known = fromBefore.map((uid) => ({ uid, mailId: done.before.get(uid) ?? null }))
      await storeMails(context, job, migration, place, { fetched: [], noted: [], known })
    }
    await bringSome(
      bringing,
      place,
      some.filter((uid) => !done.before.has(uid)),
    )
  }
  await setFolder(context, folder.id, { state: 'done' })
}

async function open(client: ImapFlow, path: string, { since, before_at: before }: MigrationRow) {
  try {
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true })
    // The days of the server's clock; the exact moments are compared when the mails are listed.
    const range = {
      all: true,
      ...(since === null ? {} : { since: new Date(since - DAY_MS) }),
      ...(before === null ? {} : { before: new Date(before + DAY_MS) }),
    }
    const found = await client.search(range, { uid: true })
    return { uidValidity: `${uidValidity}`, uids: Array.isArray(found) ? found.toSorted((a, b) => a - b) : [] }
  } catch (error) {
    throw failureOf(error)
  }
}

const DAY_MS = 86_400_000

interface Place {
  readonly folder: FolderRow
  readonly folderId: number
  readonly uidValidity: string
}

async function bringSome(bringing: Bringing, place: Place, uids: readonly number[]): Promise<void> {
  const { context, client, job, migration } = bringing
  if (uids.length === 0) return
  const listed = await fetchAll(client, uids, { uid: true, size: true, flags: true, internalDate: true })
  const sizeMax = wireSizeMax(context.config)
  const noted: Noted[] = []
  const wanted: FetchMessageObject[] = []
  let outside = 0
  for (const uid of uids) {
    const mail = listed.get(uid)
    // Deleted there since it was counted, or of another hour of the first or last day.
    if (!mail || isOutside(mail, migration)) outside++
    else if (mail.flags?.has('\\Deleted')) noted.push({ uid, reason: 'deleted', detail: '', size: mail.size ?? 0 })
    else if ((mail.size ?? 0) > sizeMax) noted.push({ uid, reason: 'tooLarge', detail: '', size: mail.size ?? 0 })
    else wanted.push(mail)
  }
  if (outside > 0) await countLess(context, place.folder.id, outside)
  if (noted.length > 0) await storeMails(context, job, migration, place, { fetched: [], noted, known: [] })
  for (const group of inGroups(wanted)) {
    job.signal.throwIfAborted()
    const { fetched, failed } = await fetchMails(bringing, group)
    if (failed.length > 0) await storeMails(context, job, migration, place, { fetched: [], noted: failed, known: [] })
    for (let at = 0; at < fetched.length; at += STORED_AT_ONCE) {
      const some = fetched.slice(at, at + STORED_AT_ONCE)
      await storeMails(context, job, migration, place, { fetched: some, noted: [], known: [] })
    }
  }
}

const momentOf = ({ internalDate }: FetchMessageObject) =>
  internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()

function isOutside(mail: FetchMessageObject, { since, before_at: before }: MigrationRow): boolean {
  const at = momentOf(mail)
  return (since !== null && at < since) || (before !== null && at >= before)
}

/** Parts mails into groups of so many, and of so many bytes together. */
function inGroups(mails: readonly FetchMessageObject[]): FetchMessageObject[][] {
  const groups: FetchMessageObject[][] = []
  let bytes = 0
  for (const mail of mails) {
    const size = mail.size ?? 0
    const last = groups.at(-1)
    if (!last || last.length >= FETCHED_AT_ONCE || bytes + size > BYTES_AT_ONCE) {
      groups.push([mail])
      bytes = size
    } else {
      last.push(mail)
      bytes += size
    }
  }
  return groups
}

/** Fetches and reads a group. A mail that the other server cannot give, or that cannot be read here, stands alone. */
async function fetchMails(
  { context, preparer, client }: Bringing,
  group: readonly FetchMessageObject[],
): Promise<{ fetched: Fetched[]; failed: Noted[] }> {
  const failed: Noted[] = []
  const fetched: Fetched[] = []
  const uids = group.map(({ uid }) => uid)
  const sources = await fetchAll(client, uids, { uid: true, source: true }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return new Map<number, FetchMessageObject>()
  })
  const noteFailure = (uid: number, size: number, error: unknown, reason: Noted['reason']) => {
    const words = error instanceof Error ? error.message : String(error)
    failed.push({ uid, reason, detail: words.replace(/\p{Cc}/gu, ' ').slice(0, DETAIL_MAX), size })
  }
  const read = async (mail: FetchMessageObject): Promise<void> => {
    const { uid, size = 0, flags = new Set() } = mail
    let source = sources.get(uid)?.source
    if (!source) {
      // The server failed for one of the group: each of the others is asked for by itself.
      try {
        source = (await fetchAll(client, [uid], { uid: true, source: true })).get(uid)?.source
      } catch (error) {
        if (!isRefusal(error)) throw error
        return noteFailure(uid, size, refusalOf(error), 'refused')
      }
    }
    if (!source || source.length === 0) return noteFailure(uid, size, '', source ? 'empty' : 'refused')
    try {
      const raw = await context.blobs.put(source)
      const message = await preparer.prepare(raw, source.length <= READ_IN_PLACE_MAX ? source : null)
      fetched.push({ uid, message, source, at: momentOf(mail), flags })
    } catch (error) {
      noteFailure(uid, size, error, 'unreadable')
    }
  }
  // One connection answers one command after the other; what it has answered is read side by side.
  const inHand = group.filter(({ uid }) => sources.get(uid)?.source)
  const missing = group.filter(({ uid }) => !sources.get(uid)?.source)
  for (let at = 0; at < inHand.length; at += PREPARED_AT_ONCE) {
    await Promise.all(inHand.slice(at, at + PREPARED_AT_ONCE).map(read))
  }
  for (const mail of missing) await read(mail)
  return { fetched: fetched.toSorted((a, b) => a.uid - b.uid), failed }
}

type Asked = Parameters<ImapFlow['fetch']>[1]

/** Collected before anything else is asked: a command inside the loop of another one would wait for itself. */
async function fetchAll(
  client: ImapFlow,
  uids: readonly number[],
  asked: Asked,
): Promise<Map<number, FetchMessageObject>> {
  const found = new Map<number, FetchMessageObject>()
  try {
    for await (const mail of client.fetch(uids.join(','), asked, { uid: true })) found.set(mail.uid, mail)
  } catch (error) {
    if (isRefusal(error)) throw error
    throw failureOf(error)
  }
  return found
}

interface Refusal extends Error {
  readonly responseStatus?: string
  readonly responseText?: string
}

/** The other server has answered that it cannot do it (NO or BAD), and the connection stands. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || failureOf(error) instanceof MigrationThrottledError) return false
  const { responseStatus }: Refusal = error
  return responseStatus === 'NO' || responseStatus === 'BAD'
}

const refusalOf = (error: unknown): string =>
  error instanceof Error ? ((error as Refusal).responseText ?? error.message) : String(error)
