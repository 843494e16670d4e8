import { cutBody } from '../../mime/cutBody.ts'
import type { Context } from '../../store/context/context.ts'
import { boundedHtml } from './boundedBody.ts'

interface Body {
  readonly html: string | null
  readonly text: string
  /** Whether the mail has a text of its own, and not only the one that is read out of its HTML. */
  readonly hasText: boolean
  /** 1 when the HTML was bounded before it was stored. */
  readonly bounded: number | null
  /** Whether it was cut when it arrived. */
  readonly truncated: boolean
}

/**
 * The text of a mail as a page shows it: cut, and its HTML bounded. Drafts, and mail from before that was done on arrival, may
 * be stored longer. Where the HTML costs too much, its text stands in for it.
 */
export async function shownBody(
  context: Context,
  { html, text, hasText, bounded, truncated }: Body,
): Promise<{ readonly html: string | null; readonly text: string | null; readonly truncated: boolean }> {
  const cut = cutBody({ html, text })
  const body = cutBody({ html: await boundedHtml(context, { html: cut.html, bounded }), text: cut.text })
  return {
    html: body.html,
    text: hasText || (html !== null && body.html === null) ? body.text : null,
    truncated: cut.truncated || body.truncated || truncated,
  }
}
