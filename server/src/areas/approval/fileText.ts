import { readTextApart } from '../../mailflow/fileContents/readFileApart.ts'
import type { TextFile } from '../../mailflow/workers/mailTasks.ts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { Context } from '../../store/context/context.ts'
import { keptTextOf } from '../../store/search/fileTexts.ts'
import { isReadable } from '../../store/search/readableFiles.ts'

/** Bytes of the files of a mail that are text and read for words, together. */
const BYTES_MAX = 2 * 1_024 * 1_024
/** Documents of a mail that are read: a step of sending has twenty seconds. */
const DOCUMENTS_MAX = 10
const DOCUMENT_BYTES_MAX = 64 * 1_024 * 1_024

interface NamedFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blobHash: string
}

export interface TextOfFiles {
  readonly fileText: string
  /** Whether all of the files of these kinds were read to their end. */
  readonly isWhole: boolean
}

type Parts = Pick<Context, 'blobs' | 'config' | 'runtime'>

const HTML = /\.(?:html?|xhtml)$/i
const TEXT = /\.(?:txt|csv|tsv|md|log|json|xml|ini|ya?ml)$/i

const textFileOf = ({ name, contentType, blobHash }: NamedFile): TextFile | null => {
  const isHtml = HTML.test(name) || contentType === 'text/html'
  return isHtml || TEXT.test(name) || contentType.startsWith('text/') ? { hash: blobHash, isHtml } : null
}

/** Documents of Office, OpenDocument and PDF. One that is larger than what is read is one, too. */
const isDocument = (file: NamedFile): boolean => textFileOf(file) === null && isReadable({ ...file, size: 1 })

/** The text of the files of a mail that are plain text, tables of text, pages, or documents; of no others. */
export async function textOfFiles(parts: Parts, files: readonly NamedFile[]): Promise<TextOfFiles> {
  const [plain, documents] = [await plainText(parts, files), await documentText(parts, files.filter(isDocument))]
  return {
    fileText: [plain.fileText, documents.fileText].filter(Boolean).join('\n'),
    isWhole: plain.isWhole && documents.isWhole,
  }
}

async function plainText(parts: Parts, files: readonly NamedFile[]): Promise<TextOfFiles> {
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
  return { fileText: await mailWorkOf(parts).run('fileText', { files: readable }, bytes), isWhole }
}

/** One that is locked by a password or damaged counts as not read to its end. */
async function documentText(parts: Parts, documents: readonly NamedFile[]): Promise<TextOfFiles> {
  const texts: string[] = []
  let bytes = 0
  let isWhole = documents.length <= DOCUMENTS_MAX
  for (const { blobHash, name, contentType, size } of documents.slice(0, DOCUMENTS_MAX)) {
    bytes += size
    const isRead = bytes <= DOCUMENT_BYTES_MAX && isReadable({ name, contentType, size })
    const read = isRead ? await readTextApart(parts, { hash: blobHash, name }) : null
    if (!read || read.isCut) isWhole = false
    if (read) texts.push(read.text)
  }
  return { fileText: texts.join('\n'), isWhole }
}

/** The same of a mail that was sent before, from what the search has read: many of them are looked through at once. */
export async function keptTextOfFiles(
  context: Parts & Pick<Context, 'store'>,
  files: readonly NamedFile[],
): Promise<TextOfFiles> {
  const plain = await plainText(context, files)
  const kept = await keptTextOf(
    context.store.db,
    files.filter(isDocument).map(({ blobHash }) => blobHash),
  )
  return { fileText: [plain.fileText, ...kept].filter(Boolean).join('\n'), isWhole: plain.isWhole }
}
