import {
  formerFieldsOf,
  type LetterContent,
  type LetterOptions,
  optionOf,
  optionsIn,
  withoutPart,
} from '@yanshu/contracts'
import type { calledLetter } from '@yanshu/contracts/schemas'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { DraftTable } from '../../store/database/schema.ts'
import { readAddresses, readPriority } from '../../store/mailbox/index.ts'

/** The columns of a draft that hold its letter. What a sent mail was written from is kept in the same form. */
export type LetterColumns = Omit<
  Selectable<DraftTable>,
  'mail_id' | 'account_id' | 'revision' | 'saved_session' | 'saved_person'
>

/** What is in the queue from before drafts had options has no column of them. */
export type StoredLetter = Omit<LetterColumns, 'options'> &
  Partial<Pick<LetterColumns, 'options'>> & {
    /** The draft that it was sent from. */
    readonly from_draft?: number | null
  }

/** The options that have no column of their own: all but those that servers of former versions read and write. */
export function optionsBeside({ 'mail.priority': _, 'mail.receipt': __, ...others }: LetterOptions): LetterOptions {
  return others
}

/** A reading password is kept nowhere but as a hash with the letter that was sent: in a draft it has to be entered again. */
function withoutReadPassword(options: LetterOptions): LetterOptions {
  const reading = optionOf(options, 'mail.reading')
  return reading?.password ? { ...options, 'mail.reading': { ...reading, password: '' } } : options
}

/**
 * A letter as a call brings it. A client of a former version names no options: then those that it does not know stay as
 * they were.
 * @param before the options of the draft that the call is about
 */
export function contentOf(
  { options, priority, requestReceipt, ...fields }: z.output<typeof calledLetter>,
  before: LetterOptions = {},
): LetterContent {
  return { ...fields, options: options ?? { ...optionsBeside(before), ...optionsIn({ priority, requestReceipt }) } }
}

export const draftColumns = (content: LetterContent, now: number): LetterColumns => {
  const { priority, requestReceipt } = formerFieldsOf(content.options)
  return {
    kind: content.kind,
    source_mail_id: content.sourceMailId,
    from_address: content.from,
    to_list: JSON.stringify(content.to),
    cc_list: JSON.stringify(content.cc),
    bcc_list: JSON.stringify(content.bcc),
    subject: content.subject,
    html: content.html,
    // Pictures of the text too: what a draft names is not swept.
    file_ids: JSON.stringify(content.fileIds),
    priority,
    request_receipt: requestReceipt ? 1 : 0,
    options: JSON.stringify(withoutPart(withoutReadPassword(optionsBeside(content.options)))),
    saved_at: now,
  }
}

/** What a mail in the queue was written from: the letter, and the draft that it was sent from. */
export const writingOf = (content: LetterContent, now: number, draftId: number | null): string =>
  JSON.stringify({ ...draftColumns(content, now), from_draft: draftId })

/** The options of a stored letter. */
export const optionsOfRow = (row: Pick<StoredLetter, 'options' | 'priority' | 'request_receipt'>): LetterOptions => ({
  ...(JSON.parse(row.options ?? '{}') as LetterOptions),
  ...optionsIn({ priority: readPriority(row.priority), requestReceipt: row.request_receipt === 1 }),
})

const KINDS = ['new', 'reply', 'replyAll', 'forward', 'editAgain', 'draft'] as const

/** The letter of such a row. Throws `BadRequestError` for a kind that this version does not know. */
export function contentIn(row: StoredLetter): LetterContent {
  const kind = KINDS.find((one) => one === row.kind)
  if (!kind) throw new BadRequestError(['kind'])
  return {
    kind,
    sourceMailId: row.source_mail_id,
    from: row.from_address,
    to: readAddresses(row.to_list),
    cc: readAddresses(row.cc_list),
    bcc: readAddresses(row.bcc_list),
    subject: row.subject,
    html: row.html,
    fileIds: JSON.parse(row.file_ids),
    options: optionsOfRow(row),
  }
}
