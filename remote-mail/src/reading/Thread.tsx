import { http, Link } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon, Skeleton } from '@yanshu/ui'
import { useId, useState } from 'react'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { MailLine, mailLine } from './MailLine.tsx'
import css from './Thread.module.css'

/** A line that shows how many other mails a conversation has, and lists them when it is opened. Nothing for a single mail. */
export function Thread({ mailId, count }: { mailId: number; count: number }) {
  const say = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <section className={css.thread} aria-label={say('thread.region')}>
      <button
        type="button"
        className={css.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron-right" size={16} />
        {say('thread.others', { count })}
      </button>
      {open && <Others id={id} mailId={mailId} />}
    </section>
  )
}

/** Fetched each time the line is opened: new mails may have come. */
function Others({ id, mailId }: { id: string; mailId: number }) {
  const say = useWords()
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
        {say('thread.failed')}
        <Button size="small" variant="text" onClick={() => void refetch()}>
          {say('action.retry')}
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
      {total > list.length && <li className={css.newest}>{say('thread.newest', { shown: list.length, total })}</li>}
    </ul>
  )
}

const Other = ({ mail }: { mail: MailRow }) => (
  <Link
    className={mailLine}
    to={`/reply/${mail.mailboxId}/${mail.mailId}`}
    title={mail.subject}
    data-unread={!mail.seen || undefined}
  >
    <MailLine mail={mail} />
  </Link>
)
