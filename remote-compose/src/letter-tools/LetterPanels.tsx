import en from '../messages/toolsEn.ts'
import zh from '../messages/toolsZh.ts'
import type { Composer } from '../write/composer.ts'
import type { Shown } from './LetterTools.tsx'
import { SaveTemplate } from './SaveTemplate.tsx'
import { SignatureMenu } from './SignatureMenu.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'

/** What the menus and panels say; it comes with them. */
export const words = { zh, en }

export interface PanelProps {
  readonly composer: Composer
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

interface LetterPanelsProps {
  readonly shown: Shown
  readonly composer: Composer
  readonly onShow: (shown: Shown | null) => void
}

/** The menu or dialog that one of the tools of a letter has opened. */
export default function LetterPanels({ shown: { tool, anchor }, composer, onShow }: LetterPanelsProps) {
  const panel: PanelProps = { composer, anchor, onClose: () => onShow(null) }
  if (tool === 'signature') return <SignatureMenu {...panel} />
  if (tool === 'saveTemplate') return <SaveTemplate {...panel} />
  return <TemplateMenu {...panel} onSave={() => onShow({ tool: 'saveTemplate', anchor })} />
}
