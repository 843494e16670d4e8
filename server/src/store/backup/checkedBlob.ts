import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { contentOf, readStoredFile } from '../blobs/storedForm.ts'
import { hashOfContent } from './hashOf.ts'

/** Bytes up to which a file is read at once: a stream needs a buffer of 64 KiB, however short the file is. */
const READ_WHOLE_MAX = 256 * 1_024

export interface CheckedBlob {
  /** Bytes of its content. */
  readonly size: number
  /** The content of a short one, so that it need not be read twice. */
  readonly content: Uint8Array | null
}

/**
 * Reads a file of mail and compares its content with its hash.
 * Throws an `OperatorError` when it is damaged, and the error of the disk when it cannot be read.
 */
export async function checkedBlob(file: string, hash: string): Promise<CheckedBlob> {
  const found = await readBlob(file, hash).catch((error: unknown) => {
    // Errors of the disk: ENOENT, EIO. All others are errors of the content.
    if (/^E(?!RR_)/.test(systemCode(error))) throw error
    return null
  })
  if (found?.hash !== hash) throw new OperatorError(`${file} is damaged: its content is not what its name says`)
  return found
}

async function readBlob(file: string, hash: string): Promise<CheckedBlob & { readonly hash: string }> {
  const { size } = await stat(file)
  if (size > READ_WHOLE_MAX) return { ...(await hashOfContent(await readStoredFile(hash, file))), content: null }
  const content = await contentOf(hash, await readFile(file))
  return { hash: createHash('sha256').update(content).digest('hex'), size: content.length, content }
}
