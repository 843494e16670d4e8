import type { PaperDesign } from '@yanshu/contracts'

/** Classes that mark a paper and the sheet in it: a mail that was sent keeps classes, and no other mark. */
export const PAPER_CLASS = 'yanshu-paper'
export const SHEET_CLASS = 'yanshu-sheet'

/** A paper that a letter is on: how it is drawn, and the HTML before and behind the text. */
export interface LetterPaper {
  readonly design: PaperDesign
  readonly before: string
  readonly after: string
}
