import { sql } from 'kysely'
import { openFileBlobStore } from '../blobs/fileBlobStore.ts'
import { filesOfDraft } from '../compose/drafts.service.ts'
import type { Context } from '../context.ts'
import { transact } from '../database/transact.ts'

/** What nobody refers to is kept this long: an upload before its mail is sent, a message before its rows are written. */
export const KEEP_UNREFERENCED_MS = 24 * 60 * 60 * 1_000

export interface SweepResult {
  readonly outgoing: number
  readonly uploads: number
  readonly messages: number
  /** Files removed, and their bytes. */
  readonly blobs: number
  readonly bytes: number
}

/** A client may come back after this long and repeat the call that made a draft, by then gone. */
const KEEP_DRAFT_NAMES_MS = 30 * 24 * 60 * 60 * 1_000

const ROWS_AT_ONCE = 500
const HASHES_AT_ONCE = 200

/**
 * Removes what nothing refers to any more: finished outgoing mail whose copy is gone, uploads that no draft names,
 * messages that no mailbox holds, and files that no row names. Safe while mail comes in: rows and files younger than a
 * day are left alone, and a file that is put again at the same moment stays.
 * @param orphans whether to look at every file on disk for those that a crash left without any row: slow, rarely needed
 */
export async function sweepStore(context: Context, orphans = true): Promise<SweepResult> {
  const before = context.now() - KEEP_UNREFERENCED_MS
  const outgoing = await sweepOutgoing(context, before)
  const uploads = await sweepUploads(context, before)
  const messages = await sweepMessages(context, before)
  await sweepDraftNames(context)
  return { outgoing, uploads, messages, ...(await sweepBlobs(context, before, orphans)) }
}

async function sweepOutgoing({ store }: Context, before: number): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('outgoing')
    .where('state', 'in', ['done', 'cancelled'])
    .where('created_at', '<', before)
    .where(sql<boolean>`not exists (select 1 from mail where mail.id = outgoing.mail_id)`)
    // A sender who was not told yet of a failure still will be.
    .where(sql<boolean>`not exists (select 1 from outgoing_recipient as r
      where r.outgoing_id = outgoing.id and r.state = 'failed' and r.next_attempt_at > 0)`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function sweepDraftNames({ store, now }: Context): Promise<void> {
  await store.db
    .deleteFrom('draft_client')
    .where('created_at', '<', now() - KEEP_DRAFT_NAMES_MS)
    .where(sql<boolean>`not exists (select 1 from mail where mail.id = draft_client.mail_id)`)
    .execute()
}

async function sweepUploads({ store }: Context, before: number): Promise<number> {
  const candidates = await store.db.selectFrom('upload').select('id').where('created_at', '<', before).execute()
  if (candidates.length === 0) return 0
  const named = new Set<string>()
  const drafts = await store.db.selectFrom('draft').select(['file_ids', 'html']).execute()
  for (const draft of drafts) for (const id of filesOfDraft(draft)) named.add(id)
  const unnamed = candidates.map(({ id }) => id).filter((id) => !named.has(id))
  for (let at = 0; at < unnamed.length; at += ROWS_AT_ONCE) {
    await store.db
      .deleteFrom('upload')
      .where('id', 'in', unnamed.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  return unnamed.length
}

async function sweepMessages({ store }: Context, before: number): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('message')
    .where(sql<boolean>`not exists (select 1 from mail where mail.message_id = message.id)`)
    .where(sql<boolean>`not exists (select 1 from outgoing where outgoing.message_id = message.id)`)
    // A message has no date of its own; its raw content has.
    .where(
      sql<boolean>`not exists (select 1 from blob where blob.hash = message.raw_hash and blob.created_at >= ${before})`,
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const UNREFERENCED = sql<boolean>`not exists (select 1 from message where message.raw_hash = blob.hash)
  and not exists (select 1 from attachment where attachment.blob_hash = blob.hash)
  and not exists (select 1 from upload where upload.blob_hash = blob.hash)`

async function sweepBlobs(
  context: Context,
  before: number,
  orphans: boolean,
): Promise<{ blobs: number; bytes: number }> {
  const files = await openFileBlobStore(context.config.dataFolder)
  const rows = await transact(context, (trx) =>
    trx.deleteFrom('blob').where('created_at', '<', before).where(UNREFERENCED).returning(['hash', 'size']).execute(),
  )
  const removed = { blobs: 0, bytes: 0 }
  const removeUnreferenced = async (some: readonly { hash: string; size: number }[]) => {
    // Asked of what refers to them, not of their rows: somebody may have begun to while the rows went.
    const referenced = await referencedAmong(
      context,
      some.map(({ hash }) => hash),
    )
    for (const { hash, size } of some) {
      if (referenced.has(hash) || !(await files.removeUnlessPutSince(hash, before))) continue
      removed.blobs++
      removed.bytes += size
    }
  }
  for (let at = 0; at < rows.length; at += HASHES_AT_ONCE) await removeUnreferenced(rows.slice(at, at + HASHES_AT_ONCE))
  if (!orphans) return removed

  let old: { hash: string; size: number }[] = []
  for await (const file of files.list()) {
    if (file.putAt < before) old.push(file)
    if (old.length < HASHES_AT_ONCE) continue
    await removeUnreferenced(old)
    old = []
  }
  await removeUnreferenced(old)
  return removed
}

async function referencedAmong({ store }: Context, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { db } = store
  const rows = await db
    .selectFrom('message')
    .select('raw_hash as hash')
    .where('raw_hash', 'in', [...hashes])
    .unionAll(
      db
        .selectFrom('attachment')
        .select('blob_hash as hash')
        .where('blob_hash', 'in', [...hashes]),
    )
    .unionAll(
      db
        .selectFrom('upload')
        .select('blob_hash as hash')
        .where('blob_hash', 'in', [...hashes]),
    )
    .execute()
  return new Set(rows.flatMap(({ hash }) => hash ?? []))
}
