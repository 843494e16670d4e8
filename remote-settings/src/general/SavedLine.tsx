import { Icon } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './general.module.css'
import type { SavingState } from './useSaving.ts'

/** Says that nothing has to be submitted, and how the last change went. */
export function SavedLine({ state }: { state: SavingState }) {
  const say = useWords()
  return (
    <p role="status" className={css.saved} data-state={state}>
      {state === 'saved' && <Icon name="check" size={16} />}
      {state === 'failed' && <Icon name="warning" size={16} />}
      {say(`saved.${state === 'idle' ? 'atOnce' : state}`)}
    </p>
  )
}
