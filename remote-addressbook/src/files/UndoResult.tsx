import type { PostData } from '@yanshu/contracts'
import { useWords } from '../useWords.ts'
import css from './files.module.css'

export type Undone = PostData<'contact/import/undo'>

/** What undoing an import has done, and which contacts stay because they were changed since. */
export function UndoResult({ undone }: { undone: Undone }) {
  const say = useWords()
  const { removed, restored, kept, keptCount } = undone
  return (
    <>
      <p className={css.summary} role="status">
        {say('import.undone', { removed, restored })}
      </p>
      {keptCount > 0 && (
        <section className={css.kept} aria-label={say('import.kept', { count: keptCount })}>
          <h3>{say('import.kept', { count: keptCount })}</h3>
          <p>{kept.map(({ name }) => name).join(say('card.between'))}</p>
        </section>
      )}
    </>
  )
}
