import { useStore, useT } from '@yanshu/shell-api'
import { Button, Icon, notify } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from '../notices/notices.module.css'
import { OfflineDialog } from './OfflineDialog.tsx'
import { type OfflineParts, useOfflineParts } from './useOfflineParts.ts'

/** Shows how many letters and actions wait for the network, and what of them was not done. */
export function OfflineBar() {
  const parts = useOfflineParts()
  return parts && <Bar parts={parts} />
}

function Bar({ parts }: { parts: OfflineParts }) {
  const say = useT('shell')
  const { letters, actions, conflicts } = useStore(parts.offlineState)
  const [open, setOpen] = useState(false)
  useEffect(
    () =>
      parts.lettersSent.on((subjects) => {
        for (const subject of subjects) notify.success(say('offline.sent', { subject }))
      }),
    [parts, say],
  )
  const waiting = letters.filter(({ value }) => value.refused === null).length
  const refused = letters.length - waiting
  const facts = [
    ['letters', waiting],
    ['actions', actions.length],
    ['refused', refused],
    ['conflicts', conflicts.length],
  ] as const
  const said = facts.filter(([, count]) => count > 0).map(([what, count]) => say(`offline.${what}`, { count }))
  const attention = refused + conflicts.length > 0
  return (
    <>
      {said.length > 0 && (
        <div className={css.banner} data-tone={attention ? 'warning' : 'info'} role="status">
          <Icon name={attention ? 'warning' : 'info'} size={16} />
          <span className={css.text}>{said.join(' · ')}</span>
          <Button size="small" variant="text" onClick={() => setOpen(true)}>
            {say('offline.view')}
          </Button>
        </div>
      )}
      {open && <OfflineDialog onClose={() => setOpen(false)} />}
    </>
  )
}
