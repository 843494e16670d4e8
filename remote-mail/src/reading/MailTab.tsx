import type { ViewProps } from '@yanshu/contracts'
import { useShortcuts } from '@yanshu/shell-api'
import { useCallback, useEffect } from 'react'
import { useLabels } from '../list-view/useLabels.ts'
import { useRow, useWords } from '../mailbox/useMailbox.ts'
import { Missing } from '../places/Missing.tsx'
import ReadingPane from './ReadingPane.tsx'
import { useMailKeys } from './useMailKeys.ts'

/** A mail in a tab of its own: `reply/{boxId}/{id}/{index?}` (§2). */
export default function MailTab({ params, tab, active }: ViewProps) {
  const say = useWords()
  const mailId = Number(params.id)
  const row = useRow(mailId)
  const labels = useLabels()
  const leave = useCallback(() => tab.close(), [tab])
  const subject = row ? row.subject || say('row.noSubject') : null
  useEffect(() => {
    if (subject) tab.setTitle(subject)
  }, [tab, subject])
  useMailKeys(mailId, { active, onLeave: leave })
  useShortcuts([{ keys: 'u', label: say('keys.back'), group: say('keys.group'), run: leave }], active)
  if (!Number.isSafeInteger(mailId) || mailId <= 0) {
    return <Missing what={say('reading.gone')} advice={say('reading.goneAdvice')} />
  }
  return (
    <ReadingPane
      key={mailId}
      mailId={mailId}
      active={active}
      labels={labels}
      onLeave={leave}
      onDirty={(dirty) => tab.setDirty(dirty)}
    />
  )
}
