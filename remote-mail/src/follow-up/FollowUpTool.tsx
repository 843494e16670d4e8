import type { SlotProps } from '@yanshu/contracts'
import { useOpenMail, useShortcuts } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { useFollowUpOf } from './useFollowUps.ts'
import { useFollowUpT } from './words.ts'

/** Follows up the mail that is shown. A mail in the recycle bin or in spam cannot be. */
export function FollowUpTool({ mail }: SlotProps<'mail.tool'>) {
  const t = useFollowUpT()
  const [isOpen, setOpen] = useState(false)
  const isFocused = useOpenMail()?.mailId === mail.mailId
  const data = useFollowUpOf(mail.mailId, isOpen)
  const role = mailbox().roleOf(mail.mailboxId)
  const offered = role !== 'trash' && role !== 'spam'
  useShortcuts(
    [{ keys: 'b', label: t('keys.followUp'), group: t('keys.group'), run: () => setOpen(true), when: () => offered }],
    isFocused,
  )
  if (!offered) return null
  return (
    <>
      <IconButton icon="clock" label={t('tool')} shortcut="b" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && (
        <FollowUpDialog
          mailIds={[mail.mailId]}
          before={data ?? null}
          sent={role === 'sent' || data?.sent === true}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
