import { intents, useFormat } from '@yanshu/shell-api'
import { Avatar, Button, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useFolderName, useMailT, useRow } from '../mailbox/useMailbox.ts'
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
  const mailT = useMailT()
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
            <Member row={row} mailId={mailId} onOpen={onOpen} noSubject={mailT('row.noSubject')} />
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
  noSubject: string
  onOpen: (mailId: number) => void
}

/** One of them on a line; a draft opens in its editor. */
function Member({ row, mailId, noSubject, onOpen }: MemberProps) {
  const t = useConversationT()
  const mailT = useMailT()
  const format = useFormat()
  const mail = useRow(mailId)
  const folder = useFolderName(mail?.mailboxId)
  const known = mail !== undefined
  useEffect(() => {
    if (!known) void readAround(row, mailId).catch(() => undefined)
  }, [known, row, mailId])
  if (!mail) return <div className={css.mail} aria-busy="true" />
  const isDraft = mailbox().roleOf(mail.mailboxId) === 'drafts'
  const open = () => {
    if (isDraft) void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    else onOpen(mailId)
  }
  return (
    <button
      type="button"
      className={css.mail}
      data-unread={!mail.seen || undefined}
      onClick={open}
      onPointerEnter={() => !isDraft && void prefetchMail(mailId)}
    >
      <Avatar name={mail.from.name} address={mail.from.address} size={24} />
      <span className={css.from}>
        {!mail.seen && <VisuallyHidden>{mailT('row.unread')}, </VisuallyHidden>}
        {isDraft && <span className={css.draft}>{t('draftOf')} </span>}
        {nameOf(mail.from)}
      </span>
      <span className={css.preview}>{mail.preview || mail.subject || noSubject}</span>
      <span className={css.folder}>{folder}</span>
      <time className={css.time} dateTime={new Date(mail.date).toISOString()}>
        {format.mailTime(mail.date)}
      </time>
    </button>
  )
}
