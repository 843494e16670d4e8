import { PaperPicker } from '../papers/PaperPicker.tsx'
import type { Composer } from '../write/composer.ts'
import { SaveTemplate } from './SaveTemplate.tsx'
import { SignatureMenu } from './SignatureMenu.tsx'
import type { PanelProps, ShownTool } from './shownTool.ts'
import { TemplateMenu } from './TemplateMenu.tsx'

interface LetterPanelsProps {
  readonly shown: ShownTool
  readonly composer: Composer
  readonly onShow: (shown: ShownTool | null) => void
}

/** The menu or dialog that one of the tools of a letter has opened. */
export default function LetterPanels({ shown: { tool, anchor }, composer, onShow }: LetterPanelsProps) {
  const panel: PanelProps = { composer, anchor, onClose: () => onShow(null) }
  if (tool === 'signature') return <SignatureMenu {...panel} />
  if (tool === 'paper') return <PaperPicker {...panel} />
  if (tool === 'saveTemplate') return <SaveTemplate {...panel} />
  return <TemplateMenu {...panel} onSave={() => onShow({ tool: 'saveTemplate', anchor })} />
}
