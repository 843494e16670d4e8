import type { Composer } from '../write/composer.ts'

/** What is opened from the tools of a letter. */
export type LetterTool = 'signature' | 'template' | 'saveTemplate' | 'paper'

export interface ShownTool {
  readonly tool: LetterTool
  readonly anchor: HTMLElement
}

export interface PanelProps {
  readonly composer: Composer
  readonly anchor: HTMLElement
  readonly onClose: () => void
}
