import { Button, Icon } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useWords } from '../useWords.ts'
import css from './general.module.css'
import type { SavingState } from './useSaving.ts'

/** Shows that nothing has to be submitted, how the last change went, and offers to take it back. */
export function SavedLine({ state, onUndo }: { state: SavingState; onUndo: (() => void) | null }) {
  const say = useWords()
  return (
    <div className={css.saved}>
      <p role="status" className={page.saved} data-state={state}>
        {state === 'saved' && <Icon name="check" size={16} />}
        {state === 'failed' && <Icon name="warning" size={16} />}
        {say(`saved.${state === 'idle' ? 'atOnce' : state}`)}
      </p>
      {state === 'saved' && onUndo && (
        <Button size="small" variant="text" icon="undo" onClick={onUndo}>
          {say('saved.undo')}
        </Button>
      )}
    </div>
  )
}
