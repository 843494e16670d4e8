import { Button, EmptyState } from '@yanshu/ui'
import { useWords } from '../mailbox/useMailbox.ts'

interface MissingProps {
  what: string
  advice: string
  /** Asks the server again; left out where that cannot help. */
  onRetry?: () => void
}

/** In the place of a list or a mail that the address names and that is not there. */
export function Missing({ what, advice, onRetry }: MissingProps) {
  const say = useWords()
  return (
    <EmptyState
      scene="nothing"
      title={what}
      text={advice}
      actions={onRetry && <Button onClick={onRetry}>{say('action.retry')}</Button>}
    />
  )
}
