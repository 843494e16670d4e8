import { useSession, useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useState } from 'react'
import { switchBack } from './switchAccount.ts'

/** In the top bar of another account's mailbox: the button that goes back to the own one (§6). */
export function BackToOwn() {
  const say = useT('shell')
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const own = session.status === 'open' ? session.user?.ownAccount : null
  if (!own) return null
  const back = async () => {
    setBusy(true)
    await switchBack().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="soft"
      icon="undo"
      loading={busy}
      title={say('accounts.backTo', { name: own.userName })}
      onClick={() => void back()}
    >
      {say('accounts.back')}
    </Button>
  )
}
