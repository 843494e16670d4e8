import type { ReadAttachment } from '../../calendar-model/ics/readAttach.ts'
import type { ReadEvent } from '../../calendar-model/ics/readIcs.ts'
import { type FileLines, fileLines } from '../../calendar-model/ics/writeAttach.ts'
import { filesOf, type KeptFile } from '../../calendar-model/rows/eventFiles.ts'
import type { EventRow } from '../../calendar-model/rows/eventRows.ts'
import { type DavCaller, DavError, type DavFile, FILES_FOLDER } from '../../platform/dav/davService.ts'
import { CALDAV, dav } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import {
  filesSizeMax,
  findReadableFile,
  hasRoomFor,
  keepAttached,
  recordFiles,
  type Work,
  withKnownIds,
} from '../calendar-store/index.ts'
import { roomForUpload } from '../files/index.ts'
import type { PutObject } from './readObject.ts'

/** Where a client reads the files of events: an address to which the id and the name of a file are added. */
export const filesAddress = ({ origin, address }: DavCaller): string =>
  `${origin}/dav/calendars/${encodeURIComponent(address)}/${FILES_FOLDER}/`

/** Files as addresses with the parameters of RFC 8607, so that a calendar is read without the content of all its files. */
export const linesOfAddresses = (filesAt: string): FileLines =>
  fileLines(({ fileId, name }) => ({ uri: `${filesAt}${fileId}/${encodeURIComponent(name)}`, managed: true }))

/** A file of an event that who asks may read. */
export const davFile = (context: Context, { accountId }: DavCaller, fileId: string): Promise<DavFile | null> =>
  findReadableFile(context.store, accountId, fileId)

const OURS = new RegExp(`/dav/calendars/[^/]+/${FILES_FOLDER.replace('.', '\\.')}/([\\w-]{16,80})(?:/[^/]*)?$`)

const noRoom = () => new DavError(507, dav('quota-not-exceeded'))
const tooLarge = () => new DavError(403, { ns: CALDAV, name: 'max-attachment-size' })

/**
 * The id of a file that is kept already and is only named; its content is found when the object is written. What another
 * server keeps under an id of its own is a link.
 */
function idIn({ bytes, managedId, uri }: ReadAttachment): string | undefined {
  if (bytes) return undefined
  const known = OURS.exec(uri)?.[1]
  if (known !== undefined || /^https?:/i.test(uri)) return known
  return /^[\w-]{16,80}$/.test(managedId) ? managedId : undefined
}

/**
 * Stores what a client has put of files. Throws `DavError` 507 where there is no room for it (RFC 4331), and 403 where it
 * is more than one event may have.
 */
export async function keepPut(context: Context, ownerId: number, put: PutObject): Promise<PutObject> {
  const all = [...(put.series ? [put.series] : []), ...put.instances]
  if (!all.some(({ attached }) => attached.length > 0)) return put
  const known = (attachment: ReadAttachment): KeptFile | null => {
    const fileId = idIn(attachment)
    return fileId === undefined ? null : { fileId, name: '', contentType: '', size: 0, link: '', hash: '' }
  }
  const bytes = all.flatMap(({ attached }) => attached).reduce((sum, one) => sum + (one.bytes?.length ?? 0), 0)
  if (bytes > 0 && (await roomForUpload(context.store.db, ownerId)) < bytes) throw noRoom()
  const { events, left } = await keepAttached(context, all, { room: bytes, known })
  if (left > 0) throw tooLarge()
  const [first, ...rest] = events
  return put.series ? { ...put, series: first ?? null, instances: rest } : { ...put, instances: events }
}

/**
 * The files of what was put, in the transaction that writes it: those that are only named are found among those that the
 * event has, or that who writes it may read elsewhere. An event that names none has none. Throws `DavError`
 * `valid-managed-id` (RFC 8607 §3.11) where one is not there, and as `keepPut` does where the account whose calendar it
 * is has no room for those from elsewhere, or they are more than one event may have.
 */
export async function settlePut(
  work: Work,
  ownerId: number,
  put: PutObject,
  rows: readonly EventRow[],
): Promise<PutObject> {
  const there = rows.flatMap(filesOf)
  const elsewhere: KeptFile[] = []
  const settled = async (event: ReadEvent): Promise<ReadEvent> => {
    const files: KeptFile[] = []
    for (const file of event.files ?? []) {
      const isNamed = file.hash === '' && file.link === ''
      const known = isNamed ? there.find(({ fileId }) => fileId === file.fileId) : file
      const found = known ?? (await readable(work, file.fileId))
      files.push(found)
      if (!known) elsewhere.push(found)
    }
    const size = files.reduce((sum, one) => sum + one.size, 0)
    if (elsewhere.length > 0 && size > filesSizeMax(work.context)) throw tooLarge()
    return { ...event, files: withKnownIds(files, there) }
  }
  const instances: ReadEvent[] = []
  for (const one of put.instances) instances.push(await settled(one))
  const series = put.series && (await settled(put.series))
  if (!(await hasRoomFor(work.trx, ownerId, elsewhere))) throw noRoom()
  await recordFiles(work.trx, work.context, [...(series ? [series] : []), ...instances])
  return { ...put, series, instances }
}

async function readable({ trx, context, asking }: Work, fileId: string): Promise<KeptFile> {
  const file = await findReadableFile({ db: trx, engine: context.store.engine }, asking.accountId, fileId)
  if (!file) throw new DavError(403, { ns: CALDAV, name: 'valid-managed-id' })
  return file
}
