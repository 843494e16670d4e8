import type { TextFile } from '../../mailflow/workers/mailTasks.ts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { Context } from '../../store/context/context.ts'

/** Bytes of the files of a mail that are read for words, together. */
const BYTES_MAX = 2 * 1_024 * 1_024

interface NamedFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blobHash: string
}

const HTML = /\.(?:html?|xhtml)$/i
const TEXT = /\.(?:txt|csv|tsv|md|log|json|xml|ini|ya?ml)$/i

const textFileOf = ({ name, contentType, blobHash }: NamedFile): TextFile | null => {
  const isHtml = HTML.test(name) || contentType === 'text/html'
  return isHtml || TEXT.test(name) || contentType.startsWith('text/') ? { hash: blobHash, isHtml } : null
}

/**
 * The text of the files of a mail that are plain text, tables of text, or pages; of no others. `isWhole` is false where more
 * of them were there than are read.
 */
export async function textOfFiles(
  context: Pick<Context, 'blobs' | 'config' | 'runtime'>,
  files: readonly NamedFile[],
): Promise<{ readonly fileText: string; readonly isWhole: boolean }> {
  const readable: TextFile[] = []
  let bytes = 0
  let isWhole = true
  for (const file of files) {
    const one = textFileOf(file)
    if (!one) continue
    if (bytes + file.size > BYTES_MAX) {
      isWhole = false
      continue
    }
    bytes += file.size
    readable.push(one)
  }
  if (readable.length === 0) return { fileText: '', isWhole }
  return { fileText: await mailWorkOf(context).run('fileText', { files: readable }, bytes), isWhole }
}
