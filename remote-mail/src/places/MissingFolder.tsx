import { folders } from '@yanshu/shell-api'
import { useMailT } from '../mailbox/useMailbox.ts'
import { Missing } from './Missing.tsx'

/** In the place of a folder's list that is not there. */
export default function MissingFolder() {
  const t = useMailT()
  return (
    <Missing
      what={t('list.noFolder')}
      advice={t('list.noFolderAdvice')}
      onRetry={() => void folders.refresh().catch(() => undefined)}
    />
  )
}
