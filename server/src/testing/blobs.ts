import { rm, truncate, utimes } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Config } from '../platform/config/config.ts'
import { blobPath } from '../store/blobs/fileBlobStore.ts'
import { engineOf } from '../store/database/engine.ts'

type Place = Pick<Config, 'dataFolder' | 'database'>

/** Does to a blob what a failing disk does, whether it is a file of its own or lies with others in one. */
export async function damageBlob(place: Place, hash: string, how: 'truncated' | 'missing'): Promise<void> {
  const packed =
    how === 'missing'
      ? inPack(place, 'delete from packed where hash = ?', hash)
      : inPack(
          place,
          'update content set kept = substr(kept, 1, 3) where id = (select content_id from packed where hash = ?)',
          hash,
        )
  if (packed) return
  const file = blobPath(place.dataFolder, hash)
  await (how === 'missing' ? rm(file) : truncate(file, 3))
}

/** Makes a blob look as if it had been put in 1970, so that it is not spared for being new. */
export async function ageBlob(place: Place, hash: string): Promise<void> {
  if (inPack(place, 'update packed set put_at = 1 where hash = ?', hash)) return
  await utimes(blobPath(place.dataFolder, hash), 1, 1).catch(() => {})
}

/** Changes the file of small blobs; answers whether this blob is among them. */
function inPack({ database }: Place, statement: string, hash: string): boolean {
  if (engineOf(database) === 'postgres') return false
  const pack = new DatabaseSync(`${database}-blobs`)
  try {
    const value: SQLInputValue = Buffer.from(hash, 'hex')
    return pack.prepare(statement).run(value).changes > 0
  } finally {
    pack.close()
  }
}
