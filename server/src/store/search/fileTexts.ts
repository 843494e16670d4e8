import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/open.ts'
import { readTextOrNull, type StoredText, storedText } from '../database/storedText.ts'
import { type Trx, transact } from '../database/transact.ts'
import { isReadable } from './readableFiles.ts'
import type { SearchParts } from './searchIndex.ts'
import { tokensOf } from './tokens.ts'

/** Files of one mail whose text is found, and their words in all. */
export const FILES_OF_MAIL_MAX = 20
const WORDS_OF_FILES_MAX = 60_000
/** Mails that are noted in one transaction. */
const MAILS_AT_ONCE = 500

/** What is searched by its name and its text: files, and mails that are attached. */
export const FILE_KINDS: readonly ('file' | 'message')[] = ['file', 'message']
export const isFileKind = sql`a.kind in ('file', 'message')`

/** Condition on a message `g`: a letter that its sender restricts is not found by its files. */
export const FILES_SEARCHED = sql`g.has_attachment = 1 and g.with_password = 0 and g.restricted = 0`

/**
 * The words of the files of some messages, by message, as far as they are read. Notes the others, so that they are read in
 * the background and the mails indexed again.
 * @param mails the sort key of a mail by the message that it holds
 */
export async function wordsOfFiles(
  trx: Trx,
  mails: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map<number, Set<string>>()
  if (mails.size === 0) return found
  const rows = await trx
    .selectFrom('attachment as a')
    .leftJoin('file_text as t', 't.blob_hash', 'a.blob_hash')
    .select(['a.message_id', 'a.name', 'a.content_type as contentType', 'a.size', 'a.blob_hash', 't.state', 't.words'])
    .where('a.message_id', 'in', [...mails.keys()])
    .where('a.kind', 'in', FILE_KINDS)
    .where('a.position', '<', FILES_OF_MAIL_MAX)
    .orderBy('a.message_id')
    .orderBy('a.position')
    .execute()
  const unknown = rows.filter((row) => row.state === null && isReadable(row))
  await noteFiles(
    trx,
    unknown.map(({ blob_hash, message_id }) => ({ hash: blob_hash, sortKey: mails.get(message_id) ?? 0 })),
  )
  for (const { message_id, name, words } of rows) {
    const all = found.get(message_id) ?? new Set()
    for (const word of tokensOf(name)) all.add(word)
    for (const word of readTextOrNull(words)?.split(' ') ?? []) {
      if (all.size >= WORDS_OF_FILES_MAX) break
      if (word !== '') all.add(word)
    }
    found.set(message_id, all)
  }
  return found
}

/** The texts of files as far as they have been read. */
export async function keptTextOf(db: Database, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await db.selectFrom('file_text').select('text').where('blob_hash', 'in', hashes).execute()
  return rows.flatMap(({ text }) => readTextOrNull(text) ?? [])
}

/** Notes files whose text is to be read, those of the largest sort key first. */
export async function noteFiles(
  trx: Trx,
  files: readonly { readonly hash: string; readonly sortKey: number }[],
): Promise<void> {
  if (files.length === 0) return
  const rows = [...new Map(files.map((file) => [file.hash, file])).values()]
    .map(({ hash, sortKey }) => ({ blob_hash: hash, state: 0 as const, sort_key: sortKey, attempts: 0 }))
    // The same order for every server.
    .toSorted((a, b) => (a.blob_hash < b.blob_hash ? -1 : 1))
  await trx
    .insertInto('file_text')
    .values(rows)
    .onConflict((conflict) => conflict.column('blob_hash').doNothing())
    .execute()
}

/** A file that is noted: to be read, or read with mails that are still to be indexed again. */
export interface NotedFile {
  readonly hash: string
  readonly isRead: boolean
  /** How often it was tried before. */
  readonly attempts: number
  readonly sortKey: number
}

/**
 * The file of the newest mail.
 * @param from the smallest sort key that is wanted
 */
export async function nextFile(db: Database, from: number): Promise<NotedFile | null> {
  const row = await db
    .selectFrom('file_text')
    .select(['blob_hash', 'state', 'attempts', 'sort_key'])
    .where(sql<boolean>`state <= 1`)
    .where('sort_key', '>=', from)
    .orderBy('sort_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { hash: row.blob_hash, isRead: row.state === 1, attempts: row.attempts, sortKey: row.sort_key } : null
}

/** Counts an attempt before it is made: a file that ends the process is then tried behind all others, and not for ever. */
export const countAttempt = (trx: Trx, hash: string) =>
  trx
    .updateTable('file_text')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), sort_key: -1 }))
    .where('blob_hash', '=', hash)
    .execute()

/** Keeps the text of a file and its words; null where it has none. */
export async function keepText(
  trx: Trx,
  engine: Engine,
  hash: string,
  read: { readonly text: string; readonly words: string } | null,
): Promise<void> {
  const kept = (text: string): StoredText => storedText(engine, text.replaceAll('\0', ''))
  await trx
    .updateTable('file_text')
    .set(read ? { state: 1, text: kept(read.text), words: kept(read.words) } : { state: 3 })
    .where('blob_hash', '=', hash)
    .where('state', '=', 0)
    .execute()
}

/** Notes every mail and every own file that holds a content whose text was read, to be indexed again; in steps, each of which may be repeated. */
export async function indexHoldersAgain(parts: SearchParts, hash: string, signal?: AbortSignal): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const mails = await parts.store.db
      .selectFrom('attachment as a')
      .innerJoin('mail as m', 'm.message_id', 'a.message_id')
      .select(['m.id', 'm.sort_key', 'm.account_id'])
      .distinct()
      .where('a.blob_hash', '=', hash)
      .where('m.id', '>', after)
      .orderBy('m.id')
      .limit(MAILS_AT_ONCE)
      .execute()
    await transact(parts, async (trx) => {
      if (mails.length > 0) {
        await trx
          .insertInto('mail_to_index_again')
          .values(mails.map(({ sort_key, account_id }) => ({ sort_key, account_id })))
          .onConflict((conflict) => conflict.column('sort_key').doNothing())
          .execute()
      }
      if (mails.length < MAILS_AT_ONCE) {
        await noteDocumentsWith(trx, hash)
        await trx.updateTable('file_text').set({ state: 2 }).where('blob_hash', '=', hash).execute()
      }
    })
    if (mails.length < MAILS_AT_ONCE) return
    after = mails.at(-1)?.id ?? after
  }
}

/** Notes the files whose newest version has this content, to be put into the index. */
const noteDocumentsWith = (trx: Trx, hash: string) =>
  sql`insert into document_to_index (document_id)
    select distinct d.id from blob_hold h
      join document_version v on v.id = cast(h.owner_id as bigint)
      join document d on d.id = v.document_id and d.version = v.number
    where h.hash = ${hash} and h.owner = 'document_version'
    on conflict do nothing`.execute(trx)
