import type { MailAddress } from '@yanshu/contracts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import { htmlToText } from '../../mime/html-text.ts'
import { MAX_HTML_CHARACTERS } from '../../mime/limits.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { readAddresses } from '../../store/mailbox/index.ts'
import { holidaysOf } from '../calendar/index.ts'
import { departmentsOf } from './approvers.ts'
import type { LetterFacts } from './judgeLetter.ts'
import { isWorkingTime } from './workingTime.ts'

/** What of a letter does not depend on where it stands. */
export type Content = Pick<LetterFacts, 'size' | 'hasAttachment' | 'fileNames' | 'subject' | 'text' | 'truncated'>

/** What rules ask about a letter that an account sends at a moment. */
export async function factsFor(
  context: Context,
  senderId: number,
  {
    recipients,
    content,
    at,
  }: { readonly recipients: readonly string[]; readonly content: Content; readonly at: number },
): Promise<LetterFacts> {
  const { db } = context.store
  const destinations = await findDestinations(db, recipients)
  return {
    ...content,
    senderId,
    deptIds: new Set(await departmentsOf(db, senderId)),
    recipients: recipients.map((address) => ({ address, outside: destinations.get(address)?.kind === 'elsewhere' })),
    working: isWorkingTime(holidaysOf(context), at),
  }
}

/** What is read in a mail: its text, and that of its HTML where both are there. */
const textOf = (html: string | null, text: string, hasText: boolean): string =>
  html !== null && hasText ? `${text}\n${htmlToText(html)}` : text

/** Of a letter that is written, from what the editor has. */
export const contentWritten = (letter: {
  readonly subject: string
  readonly html: string
  readonly files: readonly { readonly name: string; readonly size: number }[]
}): Content => ({
  subject: letter.subject,
  text: htmlToText(letter.html),
  truncated: letter.html.length > MAX_HTML_CHARACTERS,
  // Files grow by a third on their way.
  size: Math.round(letter.html.length + letter.files.reduce((sum, { size }) => sum + size * 1.37, 0)),
  hasAttachment: letter.files.length > 0,
  fileNames: letter.files.map(({ name }) => name),
})

/** A message of the store as rules see it; null when it is gone. */
export async function storedContent({ store }: Pick<Context, 'store'>, messageId: number) {
  const row = await store.db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['message.subject', 'message.size', 'message.has_attachment', 'message.raw_hash'])
    .select(['message.to_list', 'message.cc_list', 'message.from_name', 'message.from_address'])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text', 'message_body.truncated'])
    .where('message.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const files = await store.db.selectFrom('attachment').select('name').where('message_id', '=', messageId).execute()
  const names = new Map(
    [...readAddresses(row.to_list), ...readAddresses(row.cc_list)].map((one) => [one.address.toLowerCase(), one.name]),
  )
  const content: Content = {
    subject: row.subject,
    size: row.size,
    hasAttachment: row.has_attachment === 1,
    fileNames: files.map(({ name }) => name),
    text: textOf(readTextOrNull(row.html), readText(row.text), row.has_text === 1),
    truncated: row.truncated === 1,
  }
  const from: MailAddress = { name: row.from_name, address: row.from_address }
  return { content, names, from, rawHash: row.raw_hash ?? '' }
}
