import { Icon } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useWords } from '../useWords.ts'
import type { SavingState } from './useSaving.ts'

/** Says that nothing has to be submitted, and how the last change went. */
export function SavedLine({ state }: { state: SavingState }) {
  const say = useWords()
  return (
    <p role="status" className={page.saved} data-state={state}>
      {state === 'saved' && <Icon name="check" size={16} />}
      {state === 'failed' && <Icon name="warning" size={16} />}
      {say(`saved.${state === 'idle' ? 'atOnce' : state}`)}
    </p>
  )
}
