import type { ExportPart } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'

/** How far an export is. */
export interface ExportProgress {
  readonly part: ExportPart
  /** Counted from 1. */
  readonly at: number
}

export interface Archive {
  /** A ZIP file; null when no part wrote a file. */
  readonly zip: Blob | null
  readonly files: number
  /** Parts that could not be written, or not to their end. */
  readonly failed: readonly { readonly part: ExportPart; readonly why: string }[]
}

/** The user has called off the export. */
export class ExportStoppedError extends Error {}

/** Characters that some system does not take in the name of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[<>:"\\|?*\u0000-\u001f]/g

/**
 * A path as every system can unpack it, inside of the folder that it is unpacked to: no `..`, no drive, no end in a dot.
 * @param taken the paths that the archive has, in lower case; the new one is added
 */
export function pathInArchive(path: string, taken: Set<string>): string {
  const parts = path
    .split('/')
    .map((part) =>
      part
        .replace(UNFIT, '_')
        .replace(/[. ]+$/, '')
        .trim(),
    )
    .filter((part) => part !== '')
  const wanted = parts.join('/') || 'file'
  const dot = wanted.lastIndexOf('.')
  const cut = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length
  let found = wanted
  for (let n = 2; taken.has(found.toLowerCase()); n++) found = `${wanted.slice(0, cut)} (${n})${wanted.slice(cut)}`
  taken.add(found.toLowerCase())
  return found
}

/**
 * Lets the parts write their files, one part after the other, into one ZIP file. A part that fails is noted and stops no
 * other.
 * @throws {ExportStoppedError} when the signal is aborted
 */
export async function writeArchive(
  parts: readonly ExportPart[],
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<Archive> {
  const requireGoing = () => {
    if (signal.aborted) throw new ExportStoppedError()
  }
  const taken = new Set<string>()
  const files: { readonly name: string; readonly input: Blob }[] = []
  const failed: { part: ExportPart; why: string }[] = []
  const write = async (path: string, input: Blob) => {
    requireGoing()
    files.push({ name: pathInArchive(path, taken), input })
  }
  for (const [index, part] of parts.entries()) {
    requireGoing()
    onProgress({ part, at: index + 1 })
    try {
      await part.write({ write }, signal)
    } catch (error) {
      requireGoing()
      failed.push({ part, why: error instanceof Error ? error.message : `${error}` })
    }
  }
  requireGoing()
  if (files.length === 0) return { zip: null, files: 0, failed }
  const { downloadZip } = await fetchPart(() => import(/* webpackChunkName: "zip" */ 'client-zip'))
  const zip = await downloadZip(files).blob()
  requireGoing()
  return { zip, files: files.length, failed }
}
