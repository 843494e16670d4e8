import { boundHtml } from '../../mime/boundHtml.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { mailWorkOf } from './mailWork.ts'

/**
 * HTML of up to this many characters is bounded in this thread: some milliseconds, a tenth of a second for hostile
 * HTML.
 */
const IN_PLACE_MAX = 256 * 1_024

interface StoredBody {
  readonly html: string | null
  /** 1 when it was bounded before it was stored. */
  readonly bounded: number | null
}

/**
 * The HTML of a stored body with depth and elements bounded (`boundHtml`): drafts, and mail from before bodies were
 * bounded on arrival, are bounded now. null when there is none, or when it costs too much; then the text is used.
 */
export async function boundedHtml(context: Context, { html, bounded }: StoredBody): Promise<string | null> {
  if (html === null || bounded === 1) return html
  if (html.length <= IN_PLACE_MAX) return boundHtml(html)
  try {
    return await mailWorkOf(context).run('bound', { html }, html.length)
  } catch (error) {
    if (error instanceof TaskLimitError) return null
    throw error
  }
}
