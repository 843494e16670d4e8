import { Button } from '@yanshu/ui'
import type { ChangedElsewhere } from '@yanshu/ui/draft'
import { useWords } from '../useWords.ts'
import css from './signatures.module.css'

interface SavedElsewhereProps {
  elsewhere: ChangedElsewhere<unknown> | null
  onNewest: () => void
  onMine: () => void
}

/** Another window or device has saved or deleted it meanwhile: what was written stays until one of both is chosen. */
export function SavedElsewhere({ elsewhere, onNewest, onMine }: SavedElsewhereProps) {
  const say = useWords()
  if (!elsewhere) return null
  return (
    <section role="alert" className={css.elsewhere}>
      <p>{say(`signatures.elsewhere.${elsewhere.kind === 'gone' ? 'gone' : 'changed'}`)}</p>
      {elsewhere.kind === 'changed' && (
        <div>
          <Button size="small" onClick={onNewest}>
            {say('signatures.elsewhere.newest')}
          </Button>
          <Button size="small" onClick={onMine}>
            {say('signatures.elsewhere.mine')}
          </Button>
        </div>
      )}
    </section>
  )
}
