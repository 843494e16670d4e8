import { PaperPicker } from '../papers/PaperPicker.tsx'
import type { Composer } from '../write/composer.ts'
import type { Shown } from './LetterTools.tsx'
import { SaveTemplate } from './SaveTemplate.tsx'
import { SignatureMenu } from './SignatureMenu.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'

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
  if (tool === 'paper') return <PaperPicker {...panel} />
  if (tool === 'saveTemplate') return <SaveTemplate {...panel} />
  return <TemplateMenu {...panel} onSave={() => onShow({ tool: 'saveTemplate', anchor })} />
}
