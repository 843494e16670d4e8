import type { LetterContent, LetterFile } from '@yanshu/contracts'
import type { Spacing } from '@yanshu/ui/editor'
import type { UploadItem } from '@yanshu/ui/upload'
import type { LetterPaper } from '../papers/letterPaper.ts'
import { joinLetter } from '../quote/letterParts.ts'
import type { RecipientLists } from '../recipients/recipientLists.ts'

/**
 * A letter as the screen holds it: its `LetterContent` with the body taken apart. The text itself is in the editor, the
 * files are uploads.
 */
export interface WrittenLetter extends Omit<LetterContent, 'to' | 'cc' | 'bcc' | 'html' | 'fileIds'> {
  readonly recipients: RecipientLists
  readonly plain: boolean
  readonly spacing: Spacing
  /** CSS pixels of its text where the writer chose none. */
  readonly wordSize: number
  readonly quote: string | null
  /** The paper that it is on; letters of plain text have none. */
  readonly paper: LetterPaper | null
}

/** The letter put together. What a `WrittenLetter` has beside the body is passed on as it is. */
export function contentOf(
  { recipients, plain, spacing, wordSize, quote, paper, ...fields }: WrittenLetter,
  body: string,
  files: readonly LetterFile[],
): LetterContent {
  return {
    ...fields,
    to: [...recipients.to],
    cc: [...recipients.cc],
    bcc: [...recipients.bcc],
    html: joinLetter({ plain, spacing, wordSize, body, quote }, plain ? null : paper),
    fileIds: files.map(({ fileId }) => fileId),
  }
}

/** Files that the server has. */
export const filesOf = (items: readonly UploadItem<LetterFile>[]): readonly LetterFile[] =>
  items.flatMap(({ uploaded }) => uploaded ?? [])

/** A string that differs when the server has other files of a list. */
export const fileNames = (items: readonly UploadItem<LetterFile>[]): string =>
  filesOf(items)
    .map(({ fileId }) => fileId)
    .join()
