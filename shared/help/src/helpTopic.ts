/** One question that people have, answered in a few sentences. */
export interface HelpTopic {
  /** The same in both languages: `undo-send`. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** Further words by which it is found. */
  readonly keywords: readonly string[]
}
