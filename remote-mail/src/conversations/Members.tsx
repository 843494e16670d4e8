import { intents } from '@yanshu/shell-api'
import { Button, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { useMailT, useRow } from '../mailbox/useMailbox.ts'
import { MailLine, mailLine } from '../reading/MailLine.tsx'
import { prefetchMail } from '../reading/mailQuery.ts'
import css from './members.module.css'
import { readAround, useMembers } from './useMembers.ts'
import { useConversationT } from './words.ts'

/** Mails shown on each side of the open one, and how many more each time they are asked for. */
const SHOWN = 3
const MORE = 20

interface MembersProps {
  /** The mail that stands for the conversation, and the one of it that is open. */
  row: number
  openId: number
  side: 'before' | 'after'
  onOpen: (mailId: number) => void
}

/** The mails of a conversation on one side of the open one, from all folders, in the order of time. */
export function Members({ row, openId, side, onOpen }: MembersProps) {
  const t = useConversationT()
  const members = useMembers(row)
  const [shown, setShown] = useState({ openId, count: SHOWN })
  const count = shown.openId === openId ? shown.count : SHOWN
  const ids = members?.ids ?? []
  const at = ids.indexOf(openId)
  const all = at < 0 ? [] : side === 'before' ? ids.slice(0, at) : ids.slice(at + 1)
  const near = side === 'before' ? all.slice(-count) : all.slice(0, count)
  const hidden = all.length - near.length
  if (all.length === 0) return null
  const more = hidden > 0 && (
    <Button size="small" variant="text" className={css.more} onClick={() => setShown({ openId, count: count + MORE })}>
      {t(side === 'before' ? 'earlier' : 'later', { count: hidden })}
    </Button>
  )
  return (
    <section className={css.members} aria-label={t(side === 'before' ? 'earlierRegion' : 'laterRegion')}>
      {side === 'before' && more}
      {side === 'before' && members?.more && hidden === 0 && (
        <p className={css.quiet}>{t('newest', { count: ids.length })}</p>
      )}
      <ol className={css.list}>
        {near.map((mailId) => (
          <li key={mailId}>
            <Member row={row} mailId={mailId} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {side === 'after' && more}
    </section>
  )
}

interface MemberProps {
  row: number
  mailId: number
  onOpen: (mailId: number) => void
}

/** One of them on a line; a draft opens in its editor. */
function Member({ row, mailId, onOpen }: MemberProps) {
  const t = useConversationT()
  const mailT = useMailT()
  const mail = useRow(mailId)
  const known = mail !== undefined
  useEffect(() => {
    if (!known) void readAround(row, mailId).catch(() => undefined)
  }, [known, row, mailId])
  if (!mail) return <div className={mailLine} aria-busy="true" />
  const isDraft = mailbox().roleOf(mail.mailboxId) === 'drafts'
  const open = () => {
    if (isDraft) void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    else onOpen(mailId)
  }
  return (
    <button
      type="button"
      className={mailLine}
      data-unread={!mail.seen || undefined}
      onClick={open}
      onPointerEnter={() => !isDraft && void prefetchMail(mailId)}
    >
      <MailLine
        mail={mail}
        before={
          <>
            {!mail.seen && <VisuallyHidden>{mailT('row.unread')}, </VisuallyHidden>}
            {isDraft && <span className={css.draft}>{t('draftOf')} </span>}
          </>
        }
      />
    </button>
  )
}
