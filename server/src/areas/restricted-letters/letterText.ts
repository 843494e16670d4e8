import { type OpenedLetter, visibleText } from '@yanshu/contracts'
import { shownBody } from '../../mailflow/workers/shownBody.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { type LetterPolicy, readLetter, shownFile } from '../../store/mailbox/index.ts'

/** What of a letter is shown once it is open. */
export type LetterText = Omit<OpenedLetter, 'state'>

/** The subject, text and files of a letter, for who has opened it. */
export async function contentOf(context: Context, policy: Pick<LetterPolicy, 'message_id'>): Promise<LetterText> {
  const row = await readLetter(context, policy)
  return {
    subject: visibleText(row.subject),
    ...(await shownBody(context, {
      html: readTextOrNull(row.html),
      text: readText(row.text),
      hasText: row.has_text === 1,
      bounded: row.bounded,
      truncated: row.truncated === 1,
    })),
    attachments: row.parts.map(shownFile),
  }
}
