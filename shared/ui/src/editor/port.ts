/** The field where a text is written, as the screen around it uses it. */
export interface TextPort {
  /** Mail HTML, or the text itself in the plain field. */
  html(): string
  /** The words alone. */
  text(): string
  /** Replaces the text; cleaned HTML, or text in the plain field. */
  replace(content: string): void
  /** Appends cleaned HTML, or text in the plain field, behind everything. */
  append(content: string): void
  focus(where?: 'start' | 'end'): void
  /** Inserts words in place of what is selected, or at the caret; `marked` where the field can show it. */
  insert(text: string, marked?: boolean): void
  /** Removes the marks of inserted words. */
  clearMarks(): void
  /** Inserts cleaned HTML in place of what is selected, or at the caret. Not every field can. */
  insertHtml?(html: string): void
  /** The signature that can be exchanged; fields of plain text have none. */
  readonly signature?: {
    /** What the standing one is called; null where none stands. */
    key(): string | null
    /** Exchanges it, or removes it; what was typed stays. One step to undo. */
    set(next: { readonly key: string; readonly html: string } | null): void
  }
}

/** Line spacings of a text (§9). */
export const SPACINGS = ['small', 'normal', 'large'] as const
export type Spacing = (typeof SPACINGS)[number]
