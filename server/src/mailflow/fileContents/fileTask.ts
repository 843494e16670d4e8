import type { FileContent } from './readFile.ts'

/** A file that a thread reads. */
export interface FileTask {
  readonly hash: string
  readonly name: string
  /** `words` for the index, `blocks` to be shown. */
  readonly as: 'words' | 'blocks'
}

export interface ReadWords {
  readonly text: string
  /** Each word of the text once, parted by spaces. */
  readonly words: string
}

/** What the thread answers; null for a file that cannot be read. */
export type FileAnswer = ReadWords | FileContent | null
