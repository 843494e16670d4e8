import { heldAmong } from '../blobs/blobOwners.ts'
import type { KeptBlobs } from '../blobs/blobStore.ts'
import { openBlobStore } from '../blobs/openBlobStore.ts'
import type { Context, TransactionContext } from '../context/context.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'

const HASHES_AT_ONCE = 200

export interface SweptBlobs {
  readonly blobs: number
  readonly bytes: number
}

/** Removes the content that was noted as garbage and that nothing refers to by now: its row, and then its file. */
export async function sweepBlobs(context: Context, before: number): Promise<SweptBlobs> {
  return withFiles(context, async (files) => {
    let swept: SweptBlobs = { blobs: 0, bytes: 0 }
    for (;;) {
      const dead = await transact(context, (trx) => forgetUnreferenced(trx, context, before))
      if (!dead) return swept
      // After the commit: who puts the same content from here on finds no row and writes one, and touches the file.
      swept = plus(swept, await removeFiles(context, files, dead, before))
    }
  })
}

async function withFiles<T>({ config }: Context, work: (files: KeptBlobs) => Promise<T>): Promise<T> {
  const files = await openBlobStore(config)
  try {
    return await work(files)
  } finally {
    await files.close()
  }
}

/**
 * Removes files that no row names, such as those of a mail that was refused after it had come in, or of a crash.
 * @param share which part of the files, as [which, of how many]
 */
export async function sweepStrayFiles(
  context: Context,
  before: number,
  share: readonly [number, number],
): Promise<SweptBlobs> {
  return withFiles(context, async (files) => {
    let swept: SweptBlobs = { blobs: 0, bytes: 0 }
    let old: string[] = []
    const removeOld = async () => {
      const named = await namedAmong(context, old)
      const strays = old.filter((hash) => !named.has(hash))
      swept = plus(swept, await removeFiles(context, files, strays, before))
      old = []
    }
    for await (const file of files.list(share)) {
      if (file.putAt < before) old.push(file.hash)
      if (old.length >= HASHES_AT_ONCE) await removeOld()
    }
    await removeOld()
    return swept
  })
}

const plus = (a: SweptBlobs, b: SweptBlobs): SweptBlobs => ({ blobs: a.blobs + b.blobs, bytes: a.bytes + b.bytes })

/** Takes some of the noted content; answers what nothing refers to, its rows removed. Null when nothing is noted. */
async function forgetUnreferenced(trx: Trx, { store }: TransactionContext, before: number): Promise<string[] | null> {
  const noted = await trx
    .deleteFrom('garbage_blob')
    .where('id', 'in', (eb) =>
      eb.selectFrom('garbage_blob').select('id').where('since', '<', before).orderBy('id').limit(HASHES_AT_ONCE),
    )
    .returning('hash')
    .execute()
  if (noted.length === 0) return null
  const hashes = [...new Set(noted.map(({ hash }) => hash))]
  if (store.engine === 'postgres') {
    // Waits for deliveries that rely on these rows; what they refer to is seen by the next statement, not by this one.
    await trx.selectFrom('blob').select('hash').where('hash', 'in', hashes).orderBy('hash').forUpdate().execute()
  }
  const held = await heldAmong(trx, hashes)
  const dead = hashes.filter((hash) => !held.has(hash))
  if (dead.length > 0) await trx.deleteFrom('blob').where('hash', 'in', dead).execute()
  return dead
}

async function removeFiles(
  context: Context,
  files: KeptBlobs,
  hashes: readonly string[],
  before: number,
): Promise<SweptBlobs> {
  let swept: SweptBlobs = { blobs: 0, bytes: 0 }
  for (const hash of hashes) {
    try {
      const bytes = await files.removeUnlessPutSince(hash, before)
      if (bytes !== null) swept = plus(swept, { blobs: 1, bytes })
    } catch (error) {
      context.log.error({ err: error, hash }, 'a file that nothing refers to could not be removed')
    }
  }
  return swept
}

/** Those that have a row, or an owner without one. */
async function namedAmong({ store }: Context, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await store.db
    .selectFrom('blob')
    .select('hash')
    .where('hash', 'in', [...hashes])
    .execute()
  const held = await heldAmong(store.db, hashes)
  return new Set([...held, ...rows.map(({ hash }) => hash)])
}
