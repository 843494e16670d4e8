import type { FilePreview } from '@yanshu/contracts'
import { readBlocksApart } from '../../mailflow/fileContents/readFileApart.ts'
import { BusyError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import type { Context } from '../../store/context/context.ts'
import { READABLE_SIZE_MAX } from '../../store/search/readableFiles.ts'
import { hasExactPages } from './exactPages.ts'
import { sniffMedia, sniffType } from './imageType.ts'
import { pdfViewerPath } from './pdfViewer.ts'
import { isShownWhole } from './pictureSize.ts'
import { beginningOf } from './upload.service.ts'

type Queue = ReturnType<typeof fairQueue>
const QUEUE: RuntimePart<Queue> = { name: 'turns of previews' }
const LIMITS = { atOnce: 1, waiting: 200, waitMs: 20_000 }
const BUSY_WAIT_S = 10

const NOTHING = { blocks: [], isCut: false }

export interface PreviewedFile {
  readonly hash: string
  readonly size: number
  readonly name: string
}

/**
 * How a file is shown; its bytes decide. Files are read one after the other, and who asks takes turns with the others. Throws
 * `BusyError`, `BlobMissingError`.
 * @param party who asks
 */
export async function previewFile(context: Context, file: PreviewedFile, party: string): Promise<FilePreview> {
  const { hash, size, name } = file
  if (size === 0) return { ...NOTHING, kind: 'none' }
  const type = (await shownType(context, file)) ?? ''
  const kind = type.split('/')[0]
  if (kind === 'image') return { ...NOTHING, kind: (await isShownWhole(context, file)) ? 'picture' : 'none' }
  if (kind === 'audio' || kind === 'video') return { ...NOTHING, kind }
  if (type === 'application/pdf') return { ...NOTHING, kind: 'pdf', viewer: pdfViewerPath(context) }
  if (size > READABLE_SIZE_MAX) return { ...NOTHING, kind: 'none' }
  const exact = hasExactPages(context, file, await beginningOf(context, file))
    ? { exact: true, viewer: pdfViewerPath(context) }
    : {}
  try {
    const turn = context.runtime.use(QUEUE, () => fairQueue(LIMITS))
    const read = await turn(party, () => readBlocksApart(context, { hash, name }))
    return read && read.blocks.length > 0
      ? { ...read, ...exact, kind: 'blocks' }
      : { ...NOTHING, ...exact, kind: 'none' }
  } catch (error) {
    throw error instanceof QueueFullError ? new BusyError(BUSY_WAIT_S) : error
  }
}

/** The same for a file that a page shows in place: no picture of more pixels than a browser should read, and no text. */
export async function shownInPlace(context: Context, file: PreviewedFile): Promise<string | null> {
  const type = await shownType(context, file)
  if (type === 'text/plain') return null
  return type?.startsWith('image/') && !(await isShownWhole(context, file)) ? null : type
}

/** The type as which a file is shown by the browser; null for one that would act there, or that it cannot show. */
export async function shownType(context: Context, file: PreviewedFile): Promise<string | null> {
  const beginning = await beginningOf(context, file)
  return sniffMedia(beginning) ?? sniffType(beginning)
}
