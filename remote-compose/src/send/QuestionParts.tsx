import css from './send.module.css'
import type { SendQuestion } from './sendCheck.ts'

/** What is asked together, below each other. */
export function QuestionParts({ parts }: { parts: NonNullable<SendQuestion['parts']> }) {
  return (
    <ul className={css.parts}>
      {parts.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong>
          {text && <div>{text}</div>}
        </li>
      ))}
    </ul>
  )
}
