import { http, Link, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { useWords } from '../useWords.ts'
import css from './person.module.css'

const SHOWN = 3

/** The last mails exchanged with an address, each leading to itself; nothing where there are none. */
export function RecentMails({ address }: { address: string }) {
  const say = useWords()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['contacts', 'mails', address.toLowerCase()],
    queryFn: ({ signal }) =>
      http.get('mail/email/related/list', { address, pageSize: SHOWN }, { signal, silent: true }),
  })
  const { data: rhythm } = useQuery({
    queryKey: ['contacts', 'weekly', address.toLowerCase()],
    queryFn: ({ signal }) => http.get('contact/weekly', { address }, { signal, silent: true }),
    enabled: (data?.list.length ?? 0) > 0,
  })
  if (!data || data.list.length === 0) return null
  const all = `/inboxct?address=${encodeURIComponent(address)}`
  return (
    <section className={css.mails} aria-label={say('mails.title')}>
      <h3>{say('mails.title')}</h3>
      <ul>
        {data.list.slice(0, SHOWN).map(({ mailId, mailboxId, subject, date }) => (
          <li key={mailId}>
            <Link to={`/reply/${mailboxId}/${mailId}`}>{subject || say('mails.noSubject')}</Link>
            <time dateTime={new Date(date).toISOString()} title={format.exactTime(date)}>
              {format.mailTime(date)}
            </time>
          </li>
        ))}
      </ul>
      {rhythm?.weekly && <Link to={all}>{say('mails.weekly')}</Link>}
      <Link to={all}>{say('mails.all')}</Link>
    </section>
  )
}
