import type { ContactPreview } from '@yanshu/contracts'
import { useWords } from '../useWords.ts'
import css from './files.module.css'

/** What was wrong with which row of a file: closed, because the others have come. */
export function Problems({ problems, count }: { problems: ContactPreview['problems']; count: number }) {
  const say = useWords()
  if (problems.length === 0) return null
  return (
    <details className={css.problems}>
      <summary>{say('import.problems', { count })}</summary>
      <ul>
        {problems.map(({ row, name, reason }) => (
          <li key={`${row} ${reason}`}>
            {say('import.row', { row })}
            {name && ` · ${name}`} · {say(`rowProblem.${reason}`)}
          </li>
        ))}
        {count > problems.length && <li>{say('import.moreProblems', { count: count - problems.length })}</li>}
      </ul>
    </details>
  )
}
