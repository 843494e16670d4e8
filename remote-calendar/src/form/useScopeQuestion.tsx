import { type ChangePreview, type EditScope, wallOf } from '@yanshu/contracts'
import { Button, Dialog, RadioGroup } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { useSaying } from '../data/queries.ts'
import { dayOf } from '../model/days.ts'
import { shortDay } from '../model/words.ts'
import { useWords } from '../useWords.ts'

interface Question {
  readonly kind: 'save' | 'move' | 'delete' | 'answer'
  readonly title: string
  answer(scope: EditScope | null): void
}

/** What a change would do, by scope; asked while the question is shown. */
type Preview = () => Promise<readonly ChangePreview[]>

/** Asks for which times of a series a change is meant. Answers null when it is called off. */
export function useScopeQuestion(): [
  ask: (kind: Question['kind'], title: string, preview?: Preview) => Promise<EditScope | null>,
  dialog: ReactNode,
] {
  const say = useWords()
  const [question, setQuestion] = useState<Question | null>(null)
  const { language, zone } = useSaying()
  const [scope, setScope] = useState<EditScope>('this')
  const [previews, setPreviews] = useState<readonly ChangePreview[]>([])
  const ask = (kind: Question['kind'], title: string, preview?: Preview) =>
    new Promise<EditScope | null>((resolve) => {
      setScope('this')
      setPreviews([])
      // Without it the question is what it was: it says what is meant, not how much it is.
      preview?.().then(setPreviews, () => undefined)
      setQuestion({
        kind,
        title,
        answer: (given) => {
          setQuestion(null)
          resolve(given)
        },
      })
    })
  const hintOf = (value: EditScope): string => {
    const found = previews.find((one) => one.scope === value)
    if (!found) return say(`scope.${value}Hint`)
    const { times, more, first, last, dropped, mailed } = found
    const day = (moment: number) => shortDay(language, dayOf(wallOf(zone, moment)))
    const parts = [
      more
        ? say('scope.timesOn', { first: day(first) })
        : times > 1
          ? say('scope.times', { count: times, first: day(first), last: day(last) })
          : day(first),
      mailed > 0 ? say('scope.mailed', { count: mailed }) : say('scope.nobody'),
      ...(dropped > 0 ? [say('scope.lost', { count: dropped })] : []),
    ]
    return parts.join(' · ')
  }
  const dialog = question && (
    <Dialog
      open
      title={say(`scope.${question.kind}`, { title: question.title })}
      onClose={() => question.answer(null)}
      footer={
        <>
          <Button onClick={() => question.answer(null)}>{say('cancel')}</Button>
          <Button variant={question.kind === 'delete' ? 'danger' : 'primary'} onClick={() => question.answer(scope)}>
            {say(`scope.do.${question.kind}`)}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={say('scope.which')}
        stacked
        value={scope}
        onChange={setScope}
        options={(question.kind === 'answer'
          ? (['this', 'all'] as const)
          : (['this', 'following', 'all'] as const)
        ).map((value) => ({
          value,
          label: say(`scope.${value}`),
          hint: hintOf(value),
        }))}
      />
    </Dialog>
  )
  return [ask, dialog]
}
