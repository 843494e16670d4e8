import type { AttendeeAnswer, EventInstance } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './form.module.css'
import { useScopeQuestion } from './scope/useScopeQuestion.tsx'

const ANSWERS = ['accepted', 'tentative', 'declined'] as const

/** Answers an event of another organiser: of a series this instance or all. */
export function AnswerEvent({
  instance,
  given,
  onDone,
}: {
  instance: EventInstance
  given: AttendeeAnswer
  onDone: () => void
}) {
  const say = useWords()
  const [ask, question] = useScopeQuestion()
  const answer = async (choice: (typeof ANSWERS)[number]) => {
    const scope = instance.repeats ? await ask('answer', instance.title) : 'all'
    if (!scope) return
    await http
      .post('calendar/event/answer', {
        eventId: instance.eventId,
        answer: choice,
        ...(scope === 'this' ? { at: instance.at } : {}),
      })
      .then(onDone)
      // The shell has shown why.
      .catch(() => undefined)
  }
  return (
    <fieldset className={css.answers} aria-label={say('invitation.answer')}>
      {question}
      {ANSWERS.map((choice) => (
        <Button
          key={choice}
          size="small"
          variant={given === choice ? 'primary' : 'default'}
          aria-pressed={given === choice}
          onClick={() => void answer(choice)}
        >
          {say(`invitation.do.${choice}`)}
        </Button>
      ))}
    </fieldset>
  )
}
