import type { ChangePreview, EditScope } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { type ReactNode, Suspense, useState } from 'react'
import type { ScopeQuestionProps } from './ScopeQuestion.tsx'

const ScopeQuestion = lazyPart<ScopeQuestionProps>(() => import('./ScopeQuestion.tsx'))

/** What a change would do, by scope; asked while the question is shown. */
type Preview = () => Promise<readonly ChangePreview[]>

/** Asks for which times of a series a change is meant. Answers null when it is called off. */
export function useScopeQuestion(): [
  ask: (kind: ScopeQuestionProps['kind'], title: string, preview?: Preview) => Promise<EditScope | null>,
  dialog: ReactNode,
] {
  const [asked, setAsked] = useState<{ readonly number: number; readonly question: ScopeQuestionProps | null }>({
    number: 0,
    question: null,
  })
  const ask = (kind: ScopeQuestionProps['kind'], title: string, preview?: Preview) =>
    new Promise<EditScope | null>((resolve) => {
      const answer = (given: EditScope | null) => {
        setAsked(({ number }) => ({ number, question: null }))
        resolve(given)
      }
      const question = { kind, title, previews: preview?.().catch(() => []), answer }
      setAsked(({ number }) => ({ number: number + 1, question }))
    })
  const dialog = asked.question && (
    <Suspense fallback={null}>
      <ScopeQuestion key={asked.number} {...asked.question} />
    </Suspense>
  )
  return [ask, dialog]
}
