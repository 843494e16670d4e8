export interface JournalEntry<T> {
  readonly key: string
  readonly value: T
  /** Epoch milliseconds. */
  readonly savedAt: number
}

/** What is known of a value when it is kept. */
export interface Keeping {
  /** Whether the server has all of it: then it is deleted here when the session ends. */
  readonly onServer?: boolean
  /** What its owner calls it, such as the subject of a letter; named in the question before a sign-out. */
  readonly title?: string
}

export interface Journal<T> {
  /**
   * Keeps a value (anything JSON can say). Resolved when it is on disk. After the end of the session nothing is kept that
   * the server has; on plain http, where nothing can be sealed, it rejects then.
   */
  put(key: string, value: T, how?: Keeping): Promise<void>
  /** The value, null when there is none or it cannot be read any more. */
  get(key: string): Promise<T | null>
  /** Everything readable, oldest first. */
  entries(): Promise<JournalEntry<T>[]>
  remove(key: string): Promise<void>
}
