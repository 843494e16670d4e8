import { type ChangePreview, type EditScope, wallOf } from '@yanshu/contracts'
import { dayOf } from '@yanshu/contracts/days'
import { Button, Dialog, RadioGroup } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { useSaying } from '../../data/queries.ts'
import { shortDay } from '../../model/words.ts'
import { useWords } from '../../useWords.ts'
import { useScopeWords } from './words.ts'

export interface ScopeQuestionProps {
  readonly kind: 'save' | 'move' | 'delete' | 'answer'
  readonly title: string
  /** What the change would do, by scope; nothing where that is not asked, or cannot be known. */
  readonly previews: Promise<readonly ChangePreview[]> | undefined
  answer(scope: EditScope | null): void
}

/** Every question has a dialog of its own: what is answered for one is never shown in the next. */
export default function ScopeQuestion({ kind, title, previews, answer }: ScopeQuestionProps) {
  const common = useWords()
  const say = useScopeWords()
  const { language, zone } = useSaying()
  const [scope, setScope] = useState<EditScope>('this')
  const [known, setKnown] = useState<readonly ChangePreview[]>([])
  // Without it the question stays as it was: what is meant, without how much it is.
  useEffect(() => void previews?.then(setKnown), [previews])
  const hintOf = (value: EditScope): string => {
    const found = known.find((one) => one.scope === value)
    if (!found) return say(`${value}Hint`)
    const { times, more, first, last, dropped, mailed } = found
    const day = (moment: number) => shortDay(language, dayOf(wallOf(zone, moment)))
    const parts = [
      more
        ? say('timesOn', { first: day(first) })
        : times > 1
          ? say('times', { count: times, first: day(first), last: day(last) })
          : day(first),
      mailed > 0 ? say('mailed', { count: mailed }) : say('nobody'),
      ...(dropped > 0 ? [say('lost', { count: dropped })] : []),
    ]
    return parts.join(' · ')
  }
  return (
    <Dialog
      open
      title={say(`${kind}`, { title })}
      onClose={() => answer(null)}
      footer={
        <>
          <Button onClick={() => answer(null)}>{common('cancel')}</Button>
          <Button variant={kind === 'delete' ? 'danger' : 'primary'} onClick={() => answer(scope)}>
            {say(`do.${kind}`)}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={say('which')}
        stacked
        value={scope}
        onChange={setScope}
        options={(kind === 'answer' ? (['this', 'all'] as const) : (['this', 'following', 'all'] as const)).map(
          (value) => ({ value, label: say(`${value}`), hint: hintOf(value) }),
        )}
      />
    </Dialog>
  )
}
