import { type OpenedLetter, visibleText } from '@yanshu/contracts'
import { boundedHtml } from '../../mailflow/workers/boundedBody.ts'
import { cutBody } from '../../mime/cutBody.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { type LetterPolicy, readLetter } from '../../store/mailbox/index.ts'

/** What of a letter is shown once it is open. */
export type LetterText = Omit<OpenedLetter, 'state'>

/** The subject, text and files of a letter, for who has opened it. */
export async function contentOf(context: Context, policy: Pick<LetterPolicy, 'message_id'>): Promise<LetterText> {
  const row = await readLetter(context, policy)
  const cut = cutBody({ html: readTextOrNull(row.html), text: readText(row.text) })
  const body = cutBody({ html: await boundedHtml(context, { html: cut.html, bounded: row.bounded }), text: cut.text })
  return {
    subject: visibleText(row.subject),
    html: body.html,
    text: row.has_text === 1 || (row.html !== null && body.html === null) ? body.text : null,
    truncated: cut.truncated || body.truncated || row.truncated === 1,
    attachments: row.parts.map((file) => ({
      fileId: file.id,
      name: visibleText(file.name),
      contentType: file.content_type,
      size: file.size,
      contentId: file.content_id,
      kind: file.kind,
    })),
  }
}
