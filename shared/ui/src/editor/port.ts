/** The field where a text is written, as the screen around it uses it. */
export interface TextPort {
  /** Mail HTML, or the text itself in the plain field. */
  html(): string
  /** The words alone. */
  text(): string
  /** Replaces the text; cleaned HTML, or text in the plain field. */
  replace(content: string): void
  /** Puts cleaned HTML, or text in the plain field, behind everything. */
  append(content: string): void
  focus(where?: 'start' | 'end'): void
  /** Puts words in place of what is selected, or at the caret; `marked` where the field can show it. */
  insert(text: string, marked?: boolean): void
  /** Takes the marks of inserted words away. */
  clearMarks(): void
}

/** Line spacings of a text (§9). */
export const SPACINGS = ['small', 'normal', 'large'] as const
export type Spacing = (typeof SPACINGS)[number]
