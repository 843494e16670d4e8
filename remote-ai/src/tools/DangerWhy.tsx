import type { SlotProps } from '@yanshu/contracts'
import { Button } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { openAssistant } from './openAssistant.ts'

/** The way to the reasons for which a mail is suspicious, where that is known. */
export default function DangerWhy({ mail }: SlotProps<'mail.danger'>) {
  const say = useWords()
  if (!mail.risky) return null
  return (
    <Button size="small" onClick={() => openAssistant('risk')}>
      {say('risk.why')}
    </Button>
  )
}
