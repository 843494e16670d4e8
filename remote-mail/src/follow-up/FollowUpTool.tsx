import type { SlotProps } from '@yanshu/contracts'
import { useOpenMail, useShortcuts } from '@yanshu/shell-api'
import { IconButton, notify } from '@yanshu/ui'
import { useState } from 'react'
import { markSeen, stick } from '../actions/commands.ts'
import { knownRow } from '../list-view/knownRows.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import { endFollowUps, settle, useFollowUpOf } from './useFollowUps.ts'
import { useFollowUpWords } from './words.ts'

/** Follows up the mail that is shown. A mail in the recycle bin or in spam cannot be. */
export function FollowUpTool({ mail }: SlotProps<'mail.tool'>) {
  const say = useFollowUpWords()
  const [isOpen, setOpen] = useState(false)
  const isFocused = useOpenMail()?.mailId === mail.mailId
  const data = useFollowUpOf(mail.mailId, isOpen)
  const role = mailbox().roleOf(mail.mailboxId)
  const offered = role !== 'trash' && role !== 'spam'
  const { mailId } = mail
  const pin = () => stick([mailId], !knownRow(mailId)?.sticky)
  /** Read, no longer on top, and neither followed up nor waiting for an answer. */
  const finish = async () => {
    markSeen([mailId], true)
    if (knownRow(mailId)?.sticky) stick([mailId], false)
    if (data && data.endedAt === null) await endFollowUps([data.followUpId])
    else await settle(mailId)
    notify.success(say('finished'))
  }
  const key = (keys: string, name: string, run: () => void) => ({
    ...{ keys, label: say(`keys.${name}`), group: say('keys.group'), run },
    when: () => offered,
  })
  useShortcuts(
    [
      key('b', 'followUp', () => setOpen(true)),
      key('p', 'pin', pin),
      // What failed has been shown by the call.
      key('e', 'done', () => void finish().catch(() => undefined)),
    ],
    isFocused,
  )
  if (!offered) return null
  return (
    <>
      <IconButton icon="clock" label={say('tool')} shortcut="b" aria-haspopup="dialog" onClick={() => setOpen(true)} />
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
