import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'

/** SHA-256, as hexadecimal. */
export const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Lets a folder's new names survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The ending of files that are being written; one that is found was left by a process that died. */
export const UNFINISHED = '.unfinished'

/** Writes a file so that at every moment, also after kill -9, there is the old one or the new one, whole. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  const beside = `${file}.${process.pid}${UNFINISHED}`
  const handle = await open(beside, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, file)
  await syncFolder(folder)
}

/** Puts a finished folder where it shall be. Throws ENOTEMPTY or EEXIST where there is one. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await rename(from, to)
  await syncFolder(path.dirname(to))
}
