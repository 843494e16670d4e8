import type { MailAddress } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import { htmlToText } from '../../mime/html-text.ts'
import { MAX_HTML_CHARACTERS } from '../../mime/limits.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { policyOfLetter, readAddresses } from '../../store/mailbox/index.ts'
import { linkedFilesIn, type OwnedFile } from '../files/index.ts'
import { departmentsOf, groupsWith } from './approvers.ts'
import { keptTextOfFiles, textOfFiles } from './fileText.ts'
import type { JudgedRule, LetterFacts } from './judgeLetter.ts'
import { isWorkingTime } from './workingTime.ts'

/** What of a letter does not depend on where it stands. */
export type Content = Pick<
  LetterFacts,
  'size' | 'hasAttachment' | 'fileNames' | 'fileText' | 'subject' | 'text' | 'truncated' | 'secrecy' | 'encrypted'
>

/** What rules ask about a letter that an account sends at a moment. */
export async function factsFor(
  context: Context,
  senderId: number,
  {
    recipients,
    content,
    at,
    rules,
  }: {
    readonly recipients: readonly string[]
    readonly content: Content
    readonly at: number
    readonly rules: readonly Pick<JudgedRule, 'conditions'>[]
  },
): Promise<LetterFacts> {
  const { db } = context.store
  const departments = await departmentsOf(db, senderId)
  const groupIds = rules.flatMap(({ conditions }) => conditions.groupIds ?? [])
  const destinations = await findDestinations(db, recipients)
  return {
    ...content,
    senderId,
    deptIds: new Set(departments),
    groupIds: await groupsWith(db, groupIds, { accountId: senderId, departments }),
    recipients: recipients.map((address) => ({ address, outside: destinations.get(address)?.kind === 'elsewhere' })),
    working: isWorkingTime(holidaysOf(context), at),
  }
}

/** What is read in a mail: its text, and that of its HTML where both are there. */
const textOf = (html: string | null, text: string, hasText: boolean): string =>
  html !== null && hasText ? `${text}\n${htmlToText(html)}` : text

/** How the files of a letter are read: not where no rule asks for words, or from what the search has read before. */
export type FilesRead = 'not' | 'whole' | 'kept'

const NO_TEXT = { fileText: '', isWhole: true } as const

function readFiles(context: Context, files: Parameters<typeof textOfFiles>[1], how: FilesRead) {
  if (how === 'not') return NO_TEXT
  return how === 'whole' ? textOfFiles(context, files) : keptTextOfFiles(context, files)
}

/** Of a letter that is written, from what the editor has. */
export async function contentWritten(
  context: Context,
  letter: {
    readonly subject: string
    readonly html: string
    readonly files: readonly OwnedFile[]
    readonly secrecy: Content['secrecy']
    readonly encrypted?: boolean
  },
  how: FilesRead,
): Promise<Content> {
  // As it will be found when it leaves.
  if (letter.encrypted) return { ...(await contentWritten(context, { ...letter, encrypted: false }, 'not')), ...UNREAD }
  const { fileText, isWhole } = await readFiles(context, letter.files, how)
  return {
    subject: letter.subject,
    text: htmlToText(letter.html),
    fileText,
    truncated: letter.html.length > MAX_HTML_CHARACTERS || !isWhole,
    // Files grow by a third on their way.
    size: Math.round(letter.html.length + letter.files.reduce((sum, { size }) => sum + size * 1.37, 0)),
    hasAttachment: letter.files.length > 0,
    fileNames: letter.files.map(({ name }) => name),
    secrecy: letter.secrecy,
  }
}

/** What is known of an encrypted letter beside its size and subject. */
const UNREAD = { text: '', fileText: '', fileNames: ['smime.p7m'], encrypted: true } as const

const PROTECTED = /^application\/(?:x-)?pkcs7-mime$/i

const secrecyOf = (policy: { readonly secret: number } | undefined): Content['secrecy'] =>
  policy === undefined ? 'free' : policy.secret === 1 ? 'secret' : 'restricted'

/** A message of the store as rules see it; null when it is gone. */
export async function storedContent(context: Context, messageId: number, how: FilesRead) {
  const { store } = context
  const row = await store.db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['message.subject', 'message.size', 'message.has_attachment', 'message.raw_hash'])
    .select(['message.to_list', 'message.cc_list', 'message.from_name', 'message.from_address'])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text', 'message_body.truncated'])
    .where('message.id', '=', messageId)
    .executeTakeFirst()
  if (!row) return null
  const html = readTextOrNull(row.html)
  // A large file that goes as a link is judged as if it were attached.
  const linked = await linkedFilesIn(store.db, html)
  const attached = await store.db
    .selectFrom('attachment')
    .select(['name', 'size', 'content_type as contentType', 'blob_hash as blobHash'])
    .where('message_id', '=', messageId)
    .execute()
  const files = [...attached, ...linked]
  const { fileText, isWhole } = await readFiles(context, files, how)
  const names = new Map(
    [...readAddresses(row.to_list), ...readAddresses(row.cc_list)].map((one) => [one.address.toLowerCase(), one.name]),
  )
  const content: Content = {
    subject: row.subject,
    size: linked.reduce((sum, { size }) => sum + size, row.size),
    hasAttachment: row.has_attachment === 1 || linked.length > 0,
    fileNames: files.map(({ name }) => name),
    text: textOf(html, readText(row.text), row.has_text === 1),
    fileText,
    truncated: row.truncated === 1 || !isWhole,
    secrecy: secrecyOf(await policyOfLetter(store.db, messageId)),
    encrypted: attached.some(({ contentType }) => PROTECTED.test(contentType)),
  }
  const from: MailAddress = { name: row.from_name, address: row.from_address }
  return { content, names, from, rawHash: row.raw_hash ?? '' }
}
