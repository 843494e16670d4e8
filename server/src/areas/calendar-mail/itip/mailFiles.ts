import type { Kysely } from 'kysely'
import type { KeptFile } from '../../../calendar-model/rows/eventFiles.ts'
import type { Context } from '../../../store/context/context.ts'
import type { Schema } from '../../../store/database/schema.ts'
import { keepAttached } from '../../calendar-store/index.ts'
import type { Itip } from './itip.ts'

interface MailPart extends KeptFile {
  readonly contentId: string | null
  /** Whether it is a file for the reader, and no picture of the text or part for programs. */
  readonly isFile: boolean
}

/** The parts of a message that may be files of the event that it is about. */
export async function partsOfMessage(db: Kysely<Schema>, messageId: number): Promise<MailPart[]> {
  const rows = await db
    .selectFrom('attachment')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    fileId: row.id,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    link: '',
    hash: row.blob_hash,
    contentId: row.content_id,
    isFile: row.kind === 'file' && row.disposition === 'attachment',
  }))
}

/**
 * A request with the files that came with it: those that ATTACH names, inside of the calendar object, as a link, or as a
 * part of the mail (`cid:`, RFC 6047 §2.4); where it names no part, the files of the mail, as Outlook sends them.
 */
export async function withMailFiles(
  context: Pick<Context, 'blobs' | 'config'>,
  itip: Itip,
  parts: readonly MailPart[],
): Promise<Itip> {
  if (itip.method !== 'REQUEST' && itip.method !== 'ADD') return itip
  const byCid = new Map(parts.flatMap((part) => (part.contentId ? [[bare(part.contentId), part] as const] : [])))
  const partOf = (uri: string) => (/^cid:/i.test(uri) ? byCid.get(bare(decoded(uri.slice(4)))) : undefined)
  const namesParts = itip.events.some(({ attached }) => attached.some(({ uri }) => partOf(uri)))
  const beside = namesParts ? [] : parts.filter(({ isFile }) => isFile)
  const asFile = ({ contentId: _contentId, isFile: _isFile, ...file }: MailPart): KeptFile => file
  const events = itip.events.map((event) => ({
    ...event,
    attached: [
      ...event.attached.filter(({ uri }) => !/^cid:/i.test(uri) || partOf(uri)),
      ...beside.map(({ fileId, name, contentType }) => ({
        name, contentType, bytes: null, uri: `cid:${fileId}`, managedId: fileId,
      })), // biome-ignore format: one object
    ],
  }))
  const besideById = new Map(beside.map((part) => [part.fileId, part]))
  const { events: kept } = await keepAttached(context, events, {
    room: Number.POSITIVE_INFINITY,
    known: ({ uri, managedId }) => {
      const part = partOf(uri) ?? (uri === `cid:${managedId}` ? besideById.get(managedId) : undefined)
      return part ? asFile(part) : null
    },
  })
  // What a request does not name any more is gone; one more time of a series has those of the series.
  if (itip.method === 'ADD') return { ...itip, events: kept }
  return { ...itip, events: kept.map((event) => ({ ...event, files: event.files ?? [] })) }
}

const bare = (id: string): string => id.trim().replace(/^<|>$/g, '').toLowerCase()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
