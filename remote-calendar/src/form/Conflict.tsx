import { Button } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { useWords } from '../useWords.ts'
import css from './form.module.css'

interface ConflictProps {
  /** Who has changed what meanwhile. */
  title: string
  /** What it is now, in short. */
  children: ReactNode
  onTheirs: () => void
  onMine: () => void
}

/** Another person has saved meanwhile: what was typed stays until one of the two is chosen. */
export function Conflict({ title, children, onTheirs, onMine }: ConflictProps) {
  const say = useWords()
  return (
    <section className={css.conflict} role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
      <p className={css.conflictActions}>
        <Button size="small" onClick={onTheirs}>
          {say('conflict.theirs')}
        </Button>
        <Button size="small" onClick={onMine}>
          {say('conflict.mine')}
        </Button>
      </p>
    </section>
  )
}
