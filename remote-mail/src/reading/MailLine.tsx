import { useFormat } from '@yanshu/shell-api'
import { Avatar } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useFolderName, useWords } from '../mailbox/useMailbox.ts'
import css from './mailLine.module.css'

/** The look of what holds such a line: a link or a button, with `data-unread` where the mail is unread. */
export const mailLine = css.line

/** A mail of a conversation on one line: who wrote it, how it begins, where it lies and when it came. */
export function MailLine({ mail, before }: { mail: MailRow; before?: ReactNode }) {
  const say = useWords()
  const format = useFormat()
  const folder = useFolderName(mail.mailboxId)
  return (
    <>
      <Avatar name={mail.from.name} address={mail.from.address} size={24} />
      <span className={css.from}>
        {before}
        {nameOf(mail.from)}
      </span>
      <span className={css.preview}>{mail.preview || mail.subject || say('row.noSubject')}</span>
      <span className={css.folder}>{folder}</span>
      <time className={css.time} dateTime={new Date(mail.date).toISOString()}>
        {format.mailTime(mail.date)}
      </time>
    </>
  )
}
