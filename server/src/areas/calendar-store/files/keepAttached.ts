import { EVENT_FILES_MAX } from '@yanshu/contracts'
import type { ReadAttachment } from '../../../calendar-model/ics/readAttach.ts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import type { KeptFile } from '../../../calendar-model/rows/eventFiles.ts'
import { randomFileId } from '../../../mailflow/delivery/storeMessage.ts'
import { recordBlobs } from '../../../store/blobs/blobRows.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { noteGarbageBlobs } from '../../../store/sweep/noteGarbage.ts'
import { filesSizeMax } from './chooseFiles.ts'

export interface KeepOptions {
  /** Bytes that all of the files together may have. */
  readonly room: number
  /** What an address stands for that is no link: a part of the same mail, a file that is kept already. */
  readonly known?: (attachment: ReadAttachment) => KeptFile | null
}

/**
 * Stores the content of files that came with events, before the transaction that refers to it (`recordFiles`). Answers the
 * events with their files; those without files are as they were. Files that are too large, or for which there is no room,
 * are left out and counted.
 */
export async function keepAttached(
  context: Pick<Context, 'blobs' | 'config'>,
  events: readonly ReadEvent[],
  { room, known }: KeepOptions,
): Promise<{ readonly events: ReadEvent[]; readonly left: number }> {
  let free = room
  let left = 0
  const kept: ReadEvent[] = []
  for (const event of events) {
    if (event.attached.length === 0) {
      kept.push(event)
      continue
    }
    const files: KeptFile[] = []
    let size = 0
    for (const attachment of event.attached) {
      const there = known?.(attachment) ?? linkOf(attachment)
      const bytes = attachment.bytes?.length ?? 0
      const fits = size + (there?.size ?? bytes) <= filesSizeMax(context) && (there !== null || bytes <= free)
      if (!fits || files.length >= EVENT_FILES_MAX) {
        left += 1
        continue
      }
      const file = there ?? (attachment.bytes && (await store(context, attachment, attachment.bytes)))
      if (!file) continue
      if (!there) free -= bytes
      size += file.size
      files.push(file)
    }
    kept.push({ ...event, files, attached: [] })
  }
  return { events: kept, left }
}

async function store(
  { blobs }: Pick<Context, 'blobs'>,
  { name, contentType }: ReadAttachment,
  bytes: Uint8Array,
): Promise<KeptFile> {
  const { hash, size } = await blobs.put(bytes)
  return { fileId: randomFileId(), name: name || 'attachment', contentType, size, link: '', hash }
}

const LINK_MAX = 2_000

function linkOf({ uri, name, contentType }: ReadAttachment): KeptFile | null {
  if (uri.length > LINK_MAX || !/^https?:\/\//i.test(uri) || !URL.canParse(uri)) return null
  return { fileId: '', name, contentType, size: 0, link: uri, hash: '' }
}

/** Writes the rows of the content that events refer to, in the transaction that writes the events. */
export async function recordFiles(
  trx: Trx,
  { store, now }: Pick<TransactionContext, 'store' | 'now'>,
  events: readonly Pick<ReadEvent, 'files'>[],
): Promise<void> {
  const files = events.flatMap(({ files }) => files ?? []).filter(({ hash }) => hash !== '')
  if (files.length === 0) return
  await recordBlobs(trx, store.engine, files, now())
  // A message that is stale, or a change that is not one's own to make, refers to none of them in the end.
  await noteGarbageBlobs(
    trx,
    files.map(({ hash }) => hash),
    now(),
  )
}

/** Files by the ids under which an event knows the same ones already, so that writing it again changes nothing. */
export const withKnownIds = (
  files: readonly KeptFile[] | undefined,
  there: readonly KeptFile[],
): readonly KeptFile[] | undefined =>
  files?.map(
    (file) =>
      there.find(({ hash, name, link }) => hash === file.hash && name === file.name && link === file.link) ?? file,
  )
