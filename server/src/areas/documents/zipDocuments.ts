import { Readable } from 'node:stream'
import { DOCUMENTS_IN_ZIP } from '@yanshu/contracts'
import { makeZip, predictLength } from 'client-zip'
import { ArchivePaths } from '../../store/archive/archivePaths.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { DocumentTooManyError } from './documentErrors.ts'
import { allBelow, liveDocuments } from './documentTree.ts'

export interface Entry {
  /** Its way inside of the archive; a folder ends with a slash. */
  readonly name: string
  readonly size: number
  readonly lastModified: Date
  /** null for a folder. */
  readonly hash: string | null
}

export interface DocumentZip {
  readonly name: string
  /** Bytes of the whole archive. */
  readonly length: number
  readonly content: Readable
}

const ROWS_AT_ONCE = 500

/**
 * Files and folders as one archive that is written while it is read, so that the memory does not grow with it. Nothing is
 * compressed. Throws `DocumentNotFoundError` and `DocumentTooManyError`; a file that cannot be read breaks the download off.
 */
export async function zipDocuments(
  context: Context,
  accountId: number,
  documentIds: readonly number[],
): Promise<DocumentZip> {
  const roots = await liveDocuments(context.store.db, context.store.engine, accountId, documentIds)
  const rootIds = roots.map(({ id }) => id)
  const entries = await entriesOf(context, accountId, { rootIds, most: DOCUMENTS_IN_ZIP })
  const metadata = entries.map(({ name, size, lastModified, hash }) =>
    hash === null ? { name, lastModified } : { name, size, lastModified },
  )
  const [first] = entries
  const top = (first?.name ?? 'files').split('/', 1)[0] ?? 'files'
  const others = new Set(entries.map(({ name }) => name.split('/', 1)[0])).size - 1
  return {
    name: others === 0 ? `${top}.zip` : `${top} +${others}.zip`,
    length: Number(predictLength(metadata)),
    content: Readable.fromWeb(
      // The web's own type of a stream and Node's are the same object under two names.
      makeZip(contents(context, entries)) as Parameters<typeof Readable.fromWeb>[0],
      { objectMode: false },
    ),
  }
}

/** Opened one after the other, as the archive comes to them. */
async function* contents(context: Context, entries: readonly Entry[]) {
  for (const { name, size, lastModified, hash } of entries) {
    if (hash === null) yield { name, lastModified }
    else yield { name, lastModified, size, input: await context.blobs.read(hash, { size }) }
  }
}

/** Files and folders with all that lies inside, as entries of an archive. Throws `DocumentTooManyError`. */
export async function entriesOf(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
  { rootIds, most }: { rootIds: readonly number[]; most: number },
): Promise<Entry[]> {
  const { db, engine } = context.store
  const below = await allBelow(db, engine, accountId, { ids: rootIds, most })
  if (below.length > most) throw new DocumentTooManyError(most)
  const contentOf = new Map<number, { hash: string; size: number; at: number }>()
  const files = below.filter(({ kind }) => kind === 1).map(({ id }) => id)
  for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('document')
      .innerJoin('document_version', (join) =>
        join
          .onRef('document_version.document_id', '=', 'document.id')
          .onRef('document_version.number', '=', 'document.version'),
      )
      .select(['document.id', 'document_version.blob_hash', 'document_version.size', 'document.changed_at'])
      .where(numberIn(engine, 'document.id', files.slice(at, at + ROWS_AT_ONCE)))
      .execute()
    for (const row of rows) contentOf.set(row.id, { hash: row.blob_hash, size: row.size, at: row.changed_at })
  }
  const ways = new Map<number, string>()
  // What was chosen of several folders may have one name.
  const paths = new ArchivePaths()
  const entries = new Map<number, Entry>()
  const inside = new Set(below.filter(({ depth }) => depth > 0).map(({ id }) => id))
  for (const { id, parent_id, kind, name, depth } of below) {
    // What was named and lies in a folder that was named too stands once, where it lies.
    if (entries.has(id) || (depth === 0 && inside.has(id))) continue
    const way = paths.take(`${depth === 0 ? '' : (ways.get(parent_id) ?? '')}${name}`)
    ways.set(id, `${way}/`)
    const content = contentOf.get(id)
    if (kind === 1 && !content) continue
    entries.set(id, {
      name: kind === 0 ? `${way}/` : way,
      size: content?.size ?? 0,
      lastModified: new Date(content?.at ?? context.now()),
      hash: content?.hash ?? null,
    })
  }
  return [...entries.values()]
}
