import { IconButton } from '@yanshu/ui'
import { drawerAhead } from '../drawer/loadDrawer.ts'
import { useWords } from '../useWords.ts'
import { openAssistant } from './openAssistant.ts'

/** Opens the drawer with the summary of the mail that is read. */
export default function MailTool() {
  const say = useWords()
  return <IconButton icon="ai" label={say('tool.mail')} onClick={() => openAssistant('summary')} {...drawerAhead} />
}
