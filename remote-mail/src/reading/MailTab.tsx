import type { ViewProps } from '@yanshu/contracts'
import { intents, useShortcuts } from '@yanshu/shell-api'
import { useCallback, useEffect } from 'react'
import { markSeen, remove, star } from '../actions/commands.ts'
import { useLabels } from '../list-view/useLabels.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useMailT, useRow } from '../mailbox/useMailbox.ts'
import { Missing } from '../places/Missing.tsx'
import ReadingPane from './ReadingPane.tsx'

/** A mail in a tab of its own: `reply/{boxId}/{id}/{index?}` (§2). */
export default function MailTab({ params, tab, active }: ViewProps) {
  const t = useMailT()
  const mailId = Number(params.id)
  const row = useRow(mailId)
  const labels = useLabels()
  const leave = useCallback(() => tab.close(), [tab])
  const subject = row ? row.subject || t('row.noSubject') : null
  useEffect(() => {
    if (subject) tab.setTitle(subject)
  }, [tab, subject])
  const write = (kind: 'reply' | 'replyAll' | 'forward') =>
    void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  const group = t('keys.group')
  useShortcuts(
    [
      { keys: 'r', label: t('action.reply'), group, run: () => write('reply') },
      { keys: 'a', label: t('action.replyAll'), group, run: () => write('replyAll') },
      { keys: 'f', label: t('action.forward'), group, run: () => write('forward') },
      {
        keys: 's',
        label: t('action.star'),
        group,
        run: () => star([mailId], mailbox().cache.row(mailId)?.color ? 0 : 1),
      },
      {
        keys: '#',
        label: t('action.delete'),
        group,
        run: () => void remove([mailId]).then((gone) => gone && leave()),
      },
      { keys: 'Shift+U', label: t('action.markUnseen'), group, run: () => markSeen([mailId], false) },
      { keys: 'u', label: t('keys.back'), group, run: leave },
    ],
    active,
  )
  if (!Number.isSafeInteger(mailId) || mailId <= 0) {
    return <Missing what={t('reading.gone')} advice={t('reading.goneAdvice')} />
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
