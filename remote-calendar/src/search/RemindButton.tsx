import type { EventDetail } from '@yanshu/contracts'
import { intents } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useSearchWords } from './words.ts'

export interface RemindButtonProps {
  detail: EventDetail
  title: string
  onClose: () => void
}

/** Begins a letter to those who have not answered; nothing where all have. */
export default function RemindButton({ detail, title, onClose }: RemindButtonProps) {
  const say = useSearchWords()
  const to = detail.attendees.filter(({ answer }) => answer === '').map(({ name, address }) => ({ name, address }))
  if (to.length === 0) return null
  const write = () => {
    onClose()
    const letter = { kind: 'new', to, subject: say('remindSubject', { title }) } as const
    // Where letters cannot be written, the shell has shown that.
    intents.send('compose.open', letter).catch(() => undefined)
  }
  return (
    <Button size="small" variant="text" onClick={write}>
      {say('remind', { count: to.length })}
    </Button>
  )
}
