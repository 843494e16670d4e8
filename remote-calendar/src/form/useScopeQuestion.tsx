import type { EditScope } from '@yanshu/contracts'
import { Button, Dialog, RadioGroup } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { useWords } from '../useWords.ts'

interface Question {
  readonly kind: 'save' | 'move' | 'delete' | 'answer'
  readonly title: string
  answer(scope: EditScope | null): void
}

/** Asks for which times of a series a change is meant. Answers null when it is called off. */
export function useScopeQuestion(): [
  ask: (kind: Question['kind'], title: string) => Promise<EditScope | null>,
  dialog: ReactNode,
] {
  const say = useWords()
  const [question, setQuestion] = useState<Question | null>(null)
  const [scope, setScope] = useState<EditScope>('this')
  const ask = (kind: Question['kind'], title: string) =>
    new Promise<EditScope | null>((resolve) => {
      setScope('this')
      setQuestion({
        kind,
        title,
        answer: (given) => {
          setQuestion(null)
          resolve(given)
        },
      })
    })
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
          hint: say(`scope.${value}Hint`),
        }))}
      />
    </Dialog>
  )
  return [ask, dialog]
}
