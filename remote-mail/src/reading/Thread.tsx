import { http, Link, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, Icon, Skeleton } from '@yanshu/ui'
import { useId, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useFolderName, useMailT } from '../mailbox/useMailbox.ts'
import css from './Thread.module.css'

/** A line that says how many other mails a conversation has, and lists them when it is opened. Nothing for a single mail. */
export function Thread({ mailId, count }: { mailId: number; count: number }) {
  const t = useMailT()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <section className={css.thread} aria-label={t('thread.region')}>
      <button
        type="button"
        className={css.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron-right" size={16} />
        {t('thread.others', { count })}
      </button>
      {open && <Others id={id} mailId={mailId} />}
    </section>
  )
}

/** Fetched each time the line is opened: new mails may have come. */
function Others({ id, mailId }: { id: string; mailId: number }) {
  const t = useMailT()
  const { data, isError, refetch } = useQuery({
    queryKey: ['thread', mailId],
    queryFn: async ({ signal }) => {
      const { cache } = mailbox()
      const asOf = cache.now()
      const thread = await http.get('mail/email/thread/list', { mailId }, { signal, silent: true })
      cache.receive(thread.list, { asOf })
      return thread
    },
    staleTime: 0,
  })
  if (isError) {
    return (
      <p id={id} role="alert" className={css.failed}>
        {t('thread.failed')}
        <Button size="small" variant="text" onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      </p>
    )
  }
  if (!data) return <Skeleton lines={2} />
  const { list, total } = data
  return (
    <ul id={id} className={css.list}>
      {list.map((mail) => (
        <li key={mail.mailId}>
          <Other mail={mail} />
        </li>
      ))}
      {total > list.length && <li className={css.newest}>{t('thread.newest', { shown: list.length, total })}</li>}
    </ul>
  )
}

function Other({ mail }: { mail: MailRow }) {
  const t = useMailT()
  const format = useFormat()
  const folder = useFolderName(mail.mailboxId)
  return (
    <Link
      className={css.mail}
      to={`/reply/${mail.mailboxId}/${mail.mailId}`}
      title={mail.subject}
      data-unread={!mail.seen || undefined}
    >
      <Avatar name={mail.from.name} address={mail.from.address} size={24} />
      <span className={css.from}>{nameOf(mail.from)}</span>
      <span className={css.preview}>{mail.preview || mail.subject || t('row.noSubject')}</span>
      <span className={css.folder}>{folder}</span>
      <time className={css.time} dateTime={new Date(mail.date).toISOString()}>
        {format.mailTime(mail.date)}
      </time>
    </Link>
  )
}
