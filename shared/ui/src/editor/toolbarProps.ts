import type { Facts } from './commands.ts'
import type { LetterEditor } from './createEditor.ts'
import type { Spacing } from './port.ts'

/** What of the whole text is open: finding in it, its length, or its HTML. */
export type TextTool = 'find' | 'count' | 'source'

export interface ToolbarProps {
  editor: LetterEditor
  facts: Facts
  spacing: Spacing
  onSpacing: (spacing: Spacing) => void
  linking: boolean
  onLinking: (open: boolean) => void
  onPlain: () => void
  /** Opens what concerns the whole text. */
  onTool: (tool: TextTool) => void
  /** Leaves out line spacing and the plain form, for texts that have none of them, such as a signature. */
  short?: boolean | undefined
  /** Whether pictures can be put in. */
  pictures: boolean
  /** Leaves out fonts, sizes, colours, alignment and joined cells, for texts that do not keep them. */
  structureOnly?: boolean | undefined
  /** Whether the text stands on white in a dark application; null where it does anyway. */
  whitePaper: boolean | null
  onWhitePaper: (white: boolean) => void
}
