import { IconButton } from '@yanshu/ui'
import { drawerAhead } from '../drawer/loadDrawer.ts'
import { useWords } from '../useWords.ts'
import { openAssistant } from './openAssistant.ts'

/** Opens the drawer with drafts beside the letter that is written. */
export default function LetterTool() {
  const say = useWords()
  return <IconButton icon="ai" label={say('tool.letter')} onClick={() => openAssistant('write')} {...drawerAhead} />
}
