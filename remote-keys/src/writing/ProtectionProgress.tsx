import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import type { Progress } from './protectLetter.ts'

export interface ProtectionProgressProps {
  readonly progress: Progress
}

/** How far a long letter is that is signed and encrypted. The steps are announced, and not each percent. */
export default function ProtectionProgress({ progress: { step, percent } }: ProtectionProgressProps) {
  const say = useWords()
  return (
    <p className={css.progress}>
      <span role="status">{say(`write.progress.${step}`)}</span>
      {percent !== null && <span aria-hidden="true">{` ${percent}%`}</span>}
    </p>
  )
}
