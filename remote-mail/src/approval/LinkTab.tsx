import type { ViewProps } from '@yanshu/contracts'
import { go, http } from '@yanshu/shell-api'
import { Button, ErrorCard, Skeleton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from './approval.module.css'
import { useApprovalWords } from './words.ts'

/** `appreply/link/{token}`: opens the record that a link in a mail leads to. The server lets a link through once. */
export function LinkTab({ params }: ViewProps) {
  const say = useApprovalWords()
  const token = params.token ?? ''
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const opened = http.post('mail/main/approval/open', { token }, { silent: true })
    opened
      .then(({ recordId }) => go(`/appreply/0/${recordId}/0/all/pending`, { replace: true }))
      .catch(() => setFailed(true))
  }, [token])
  return (
    <div className={css.pane}>
      {failed ? (
        <>
          <ErrorCard what={say('link.over')} advice={say('link.advice')} />
          <Button onClick={() => go('/approval', { replace: true })}>{say('desk')}</Button>
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}
