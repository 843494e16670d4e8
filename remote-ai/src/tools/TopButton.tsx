import { drawer, useShortcuts, useStore } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { drawerAhead } from '../drawer/loadDrawer.ts'
import { useWords } from '../useWords.ts'
import { ME, openAssistant } from './openAssistant.ts'

/** Opens and closes the drawer. */
export default function TopButton() {
  const say = useWords()
  const shown = useStore(drawer) === ME
  const toggle = () => (shown ? drawer.show(null) : openAssistant())
  useShortcuts([{ keys: 'Mod+J', label: say('tool.open'), group: say('title'), allowInInput: true, run: toggle }], true)
  return (
    <IconButton
      icon="ai"
      label={say('title')}
      pressed={shown}
      aria-expanded={shown}
      onClick={toggle}
      {...drawerAhead}
    />
  )
}
