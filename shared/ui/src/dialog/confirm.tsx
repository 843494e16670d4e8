import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../button/Button.tsx'
import { popupRoot } from '../layers/popupRoot.ts'
import { useSay } from '../messages/language.ts'
import { Question } from './Dialog.tsx'

export interface ConfirmOptions {
  /** The question. */
  title: string
  /** What will happen. */
  text?: ReactNode | undefined
  /** The verb of what will happen: "Delete", not "OK". */
  yes?: string | undefined
  /** The answer that changes nothing: it has the focus. */
  no?: string | undefined
  danger?: boolean | undefined
  /** A third way out, such as "Don't save"; answers `other`. */
  other?: string | undefined
}

export type Answer = 'yes' | 'no' | 'other'

const asked = new Set<(given: Answer) => void>()

/** Answers every open question with `no`, when the user has signed out. */
export function dropQuestions(): void {
  for (const answer of [...asked]) answer('no')
}

/**
 * Asks a question in a small modal dialog of its own; Escape answers `no`.
 * Focus starts on `no`, the answer that changes nothing, whatever the question is: Enter pressed once too often neither
 * sends, makes nor deletes.
 */
export function ask(options: ConfirmOptions): Promise<Answer> {
  return new Promise((resolve) => {
    const holder = document.createElement('div')
    popupRoot().append(holder)
    const root = createRoot(holder)
    const answer = (given: Answer) => {
      asked.delete(answer)
      root.unmount()
      holder.remove()
      resolve(given)
    }
    asked.add(answer)
    root.render(<Asked {...options} answer={answer} />)
  })
}

/** Like {@link ask} for questions with two answers: true is yes. */
export async function confirm(options: Omit<ConfirmOptions, 'other'>): Promise<boolean> {
  return (await ask(options)) === 'yes'
}

function Asked({ title, text, yes, no, other, danger, answer }: ConfirmOptions & { answer: (given: Answer) => void }) {
  const say = useSay()
  return (
    <Question
      title={title}
      text={text}
      threeAnswers={other !== undefined}
      onClose={() => answer('no')}
      buttons={
        <>
          {other && (
            <Button variant="text" onClick={() => answer('other')}>
              {other}
            </Button>
          )}
          <Button data-autofocus="" onClick={() => answer('no')}>
            {no ?? say('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer('yes')}>
            {yes ?? say('ok')}
          </Button>
        </>
      }
    />
  )
}
