import type { MailAddress } from '@yanshu/contracts'
import { intents, useSwitch } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useWords } from '../useWords.ts'

/** Begins an event with a person, where there is a calendar. When no remote can, `intents` has shown why. */
export function MeetButton({ person }: { person: MailAddress }) {
  const say = useWords()
  if (!useSwitch('calendarEnable')) return null
  const meet = () => {
    const { name, address } = person
    const subject = say('card.meeting', { name: name || address })
    intents.send('calendar.draft', { subject, people: [{ name, address }] }).catch(() => undefined)
  }
  return (
    <Button icon="calendar" onClick={meet}>
      {say('card.meet')}
    </Button>
  )
}
