import { drawer, useStore } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { ME, openAssistant } from './openAssistant.ts'

/** Opens and closes the drawer. */
export default function TopButton() {
  const say = useWords()
  const shown = useStore(drawer) === ME
  return (
    <IconButton
      icon="ai"
      label={say('title')}
      pressed={shown}
      aria-expanded={shown}
      onClick={() => (shown ? drawer.show(null) : openAssistant())}
    />
  )
}
