import { documentNameKey } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { DavError } from '../../platform/dav/davService.ts'
import type { Schema } from '../../store/database/schema.ts'

/** Where the own files of who asks begin. */
export const FILES_ROOT = '/dav/files/'

const ROWS_AT_ONCE = 500

type Db = Kysely<Schema>

/** A file or folder, with the content of the newest version of a file. */
export type DavRow = Awaited<ReturnType<ReturnType<typeof children>['executeTakeFirstOrThrow']>>

/** What an address names. `above` are the folders from the outermost one to the one that it lies in. */
export type Resource =
  | { readonly kind: 'root'; readonly above: readonly number[] }
  | { readonly kind: 'there'; readonly above: readonly number[]; readonly row: DavRow }
  /** A name that is free in a folder that is there. */
  | { readonly kind: 'free'; readonly above: readonly number[]; readonly parentId: number; readonly name: string }
  /** The folder above is not there either. */
  | { readonly kind: 'lost'; readonly above: readonly number[] }

/** The parts of an address below `FILES_ROOT`, decoded. Throws `DavError` 400. */
export function partsOf(address: string): string[] {
  // A part of a file has no address: what is meant by one is not the whole file.
  if (address.includes('#')) throw new DavError(400)
  // A client may write whole addresses.
  const path = address.replace(/^https?:\/\/[^/]+/i, '').split('?', 1)[0] ?? ''
  if (`${path}/` !== FILES_ROOT && !path.startsWith(FILES_ROOT)) throw new DavError(404)
  try {
    const parts = path.slice(FILES_ROOT.length).split('/').filter(Boolean).map(decodeURIComponent)
    return parts.map((part) => part.normalize('NFC'))
  } catch {
    throw new DavError(400)
  }
}

export const hrefOf = (parts: readonly string[], isFolder: boolean): string =>
  `${FILES_ROOT}${parts.map(encodeURIComponent).join('/')}${isFolder && parts.length > 0 ? '/' : ''}`

const children = (db: Db, accountId: number, parentId: number) =>
  db
    .selectFrom('document')
    .leftJoin('document_version', (join) =>
      join
        .onRef('document_version.document_id', '=', 'document.id')
        .onRef('document_version.number', '=', 'document.version'),
    )
    .select(['document.id', 'document.parent_id', 'document.kind', 'document.name', 'document.size'])
    .select(['document.content_type', 'document.version', 'document.created_at', 'document.changed_at'])
    .select(['document.sort_name', 'document_version.blob_hash as hash'])
    .where('document.account_id', '=', accountId)
    .where('document.parent_id', '=', parentId)
    .where('document.bin_root', 'is', null)

/** What lies in a folder, some at a time. */
export async function* childrenOf(db: Db, accountId: number, parentId: number): AsyncGenerator<DavRow[]> {
  for (const kind of [0, 1] as const) {
    for (let after: DavRow | undefined; ; ) {
      const last = after
      const some = await children(db, accountId, parentId)
        .where('document.kind', '=', kind)
        .$if(last !== undefined, (query) =>
          query.where((eb) =>
            eb(eb.refTuple('document.sort_name', 'document.id'), '>', eb.tuple(last?.sort_name ?? '', last?.id ?? 0)),
          ),
        )
        .orderBy('document.sort_name')
        .orderBy('document.id')
        .limit(ROWS_AT_ONCE)
        .execute()
      yield some
      after = some.at(-1)
      if (some.length < ROWS_AT_ONCE) break
    }
  }
}

/** What an address names among the files of an account that are not in the bin. */
export async function resolve(db: Db, accountId: number, parts: readonly string[]): Promise<Resource> {
  const above: number[] = []
  let found: Resource = { kind: 'root', above }
  for (const [at, name] of parts.entries()) {
    const parentId = above.at(-1) ?? 0
    const isLast = at === parts.length - 1
    const row = await children(db, accountId, parentId)
      .where('document.name_key', '=', documentNameKey(name))
      .executeTakeFirst()
    if (!row) return isLast ? { kind: 'free', above, parentId, name } : { kind: 'lost', above }
    if (isLast) found = { kind: 'there', above, row }
    else if (row.kind === 1) return { kind: 'lost', above }
    else above.push(row.id)
  }
  return found
}

/** The tag of a file's content; null for what is no file. */
export const etagOf = (resource: Resource): string | null =>
  resource.kind === 'there' && resource.row.hash !== null ? `"${resource.row.hash}"` : null
