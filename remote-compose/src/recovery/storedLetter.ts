import { formerFieldsOf, type LetterContent, type LetterFile, type LetterOptions, optionsIn } from '@yanshu/contracts'
import type { RecipientLists } from '../recipients/recipientLists.ts'

/** A letter as the journal keeps it: everything that is needed to go on with it on this device. */
export interface KeptLetter {
  /** Path below /write with its query: the tab it was written in. */
  readonly route: string
  readonly content: LetterContent
  /** The files of `content`, with what is shown of them. */
  readonly attachments: readonly LetterFile[]
  /** Names of files that were not there yet; they cannot be had back. */
  readonly unfinished: readonly string[]
}

/**
 * The same as it lies on the device. Builds of before read what they have always read, for one of them may be served again;
 * what they have written has no `options`.
 */
export interface StoredLetter
  extends Omit<KeptLetter, 'content'>,
    Omit<LetterContent, 'to' | 'cc' | 'bcc' | 'fileIds' | 'options'> {
  readonly recipients: RecipientLists
  readonly options?: LetterOptions
  readonly priority: 1 | 3 | 5
  readonly requestReceipt: boolean
}

export function storedLetter({ content, ...kept }: KeptLetter): StoredLetter {
  const { to, cc, bcc, fileIds: _, ...fields } = content
  return { ...kept, ...fields, recipients: { to, cc, bcc }, ...formerFieldsOf(content.options) }
}

export function keptLetter(stored: StoredLetter): KeptLetter {
  const { route, attachments, unfinished, recipients, options, priority, requestReceipt, ...fields } = stored
  const content: LetterContent = {
    ...fields,
    to: [...recipients.to],
    cc: [...recipients.cc],
    bcc: [...recipients.bcc],
    fileIds: attachments.map(({ fileId }) => fileId),
    options: optionsIn({ options, priority, requestReceipt }),
  }
  return { route, attachments, unfinished, content }
}
