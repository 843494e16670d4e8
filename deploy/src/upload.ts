import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Bucket, BucketError } from '@yanshu/s3'
import { type CheckedBuild, RECORD } from './build.ts'
import { DeployError } from './errors.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A browser runs no script of another type. What is not listed is sent as bytes, which images and fonts are read from. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * Puts the files of a build into a bucket, below `r/REMOTE/VERSION-BUILD/`; its list of files comes last, so that a build
 * that was broken off is seen, and is completed by the next try. Nothing that is there is written over. Packed copies
 * stay here: a bucket cannot choose between them.
 * @returns false when all of it was there already
 * @throws {DeployError} when something else has the place of a file, or the bucket refuses
 */
export async function uploadBuild(bucket: Bucket, { folder, remote, label, files }: CheckedBuild): Promise<boolean> {
  const served = files.filter((name) => name !== RECORD && !/\.(gz|br)$/.test(name))
  let isNew = false
  try {
    for (const name of [...served, RECORD]) {
      const content = new Uint8Array(await readFile(path.join(folder, name)))
      if (await putOnce(bucket, `r/${remote}/${label}/${name}`, content)) isNew = true
    }
  } catch (error) {
    if (error instanceof DeployError) throw error
    const why = error instanceof BucketError ? error.message : 'the bucket does not answer'
    throw new DeployError(`${remote} ${label} could not be copied to ${bucket.addressOf('r/')}: ${why}`)
  }
  return isNew
}

/** Puts an object where none is. Returns false when the same one is there. */
async function putOnce(bucket: Bucket, key: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  let there = await stored(bucket, key)
  if (there === null) {
    const type = TYPES[path.extname(key)] ?? 'application/octet-stream'
    if (await bucket.put(key, content, { type, cacheControl: IMMUTABLE, onlyNew: true })) return true
    // Another process published at this moment.
    there = await stored(bucket, key)
  }
  if (there?.equals(content)) return false
  throw new DeployError(
    `${bucket.addressOf(key)} is there and holds something else. A published build is never overwritten: raise the version`,
  )
}

async function stored(bucket: Bucket, key: string): Promise<Buffer | null> {
  const answer = await bucket.get(key)
  const content = Buffer.from(await answer.arrayBuffer())
  return answer.ok ? content : null
}
