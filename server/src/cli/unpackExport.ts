import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveDamagedError, archiveEntries, archiveKind, BEGINNING } from '../areas/migration/index.ts'
import type { SourceFile } from '../mailflow/import/importSource.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { temporaryName } from '../store/blobs/fileBlobStore.ts'

const FOLDER = /^mail\/(.+)\.mbox$/

/** Whether a file is a ZIP file, such as `export` writes. */
export async function isZip(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return false
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
    return archiveKind(buffer.subarray(0, bytesRead)) === 'zip'
  } finally {
    await handle.close()
  }
}

/** The mail of a ZIP file, unpacked. */
export interface UnpackedExport {
  /** A file for each folder, which it goes back into. */
  readonly sources: readonly SourceFile[]
  /** How many files have something else than mail. */
  readonly others: number
  remove(): Promise<void>
}

/**
 * Unpacks the folders of mail out of what `export` has written, into files of the data folder that the next start removes if
 * this process does not. Throws an `OperatorError` when the file has no mail in it, or is damaged.
 */
export async function unpackExport(zip: string, dataFolder: string): Promise<UnpackedExport> {
  const temporary = path.join(dataFolder, 'tmp')
  await mkdir(temporary, { recursive: true })
  const sources: SourceFile[] = []
  let others = 0
  const remove = async () => {
    for (const { path: file } of sources) await rm(file, { force: true })
  }
  try {
    for await (const entry of archiveEntries(zip, 'zip', Number.MAX_SAFE_INTEGER)) {
      const [, folder] = FOLDER.exec(entry.name) ?? []
      if (folder === undefined) {
        others++
        continue
      }
      const file = path.join(temporary, temporaryName())
      sources.push({ path: file, kind: 'mbox', size: entry.size, maildir: folder.split('/') })
      await pipeline(await entry.content(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    }
    if (sources.length === 0) throw new OperatorError(`${zip} has no mail in it that \`yanshu export\` has written`)
    return { sources, others, remove }
  } catch (error) {
    await remove()
    throw error instanceof ArchiveDamagedError ? new OperatorError(`${zip} is damaged: ${error.message}`) : error
  }
}
