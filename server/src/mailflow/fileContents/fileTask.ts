import type { FileContent } from './readFile.ts'

/** A file that a thread reads. */
export interface FileTask {
  readonly hash: string
  readonly name: string
  /** `words` for the index, `blocks` to be shown, `judged` for the rules about a letter whose writer waits. */
  readonly as: 'words' | 'blocks' | 'judged'
}

/** The text of a file, and whether it has more than was read. */
export interface ReadText {
  readonly text: string
  readonly isCut: boolean
}

export interface ReadWords {
  readonly text: string
  /** Each word of the text once, parted by spaces. */
  readonly words: string
}

/** What the thread answers; null for a file that cannot be read. */
export type FileAnswer = ReadWords | ReadText | FileContent | null
