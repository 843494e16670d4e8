import { IN_PLACE_MAX, mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import { htmlToText } from '../../mime/html-text.ts'
import { previewOf } from '../../mime/preview.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'

/** What search and the list show of a draft. */
export interface DraftWords {
  readonly text: string
  readonly preview: string
}

/** Reads the words of a draft. A draft that is too expensive to read is saved all the same and found by its subject. */
export async function wordsOf(context: Context, html: string): Promise<DraftWords> {
  try {
    return await mailWorkOf(context).run('describe', { html }, html.length)
  } catch (error) {
    if (error instanceof TaskLimitError) return { text: '', preview: '' }
    throw error
  }
}

/** The words of the beginning, without waiting for a thread; the next save of the draft indexes all of them. */
export function wordsOfBeginning(html: string): DraftWords {
  const beginning = html.slice(0, IN_PLACE_MAX)
  return { text: htmlToText(beginning), preview: previewOf(null, beginning) }
}
