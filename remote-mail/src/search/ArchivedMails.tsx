import { type ArchivedMail, Code } from '@yanshu/contracts'
import { ApiError, http, useFormat, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, VisuallyHidden } from '@yanshu/ui'
import type { ListQuery } from '../list-window/listQuery.ts'
import { useList } from '../mailbox/useMailbox.ts'
import { Highlighted } from './Highlighted.tsx'
import { termsOf } from './highlight.ts'
import css from './more.module.css'
import { useSearchMoreWords } from './moreWords.ts'

interface ArchivedMailsProps {
  keyword: string
  list: ListQuery
}

/** No archive is searched here, or not for who asks. */
const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === Code.linkNotOffered || error.code === Code.forbidden)

/** What the archive has of a word, where it is searched: asked for once the own hits are shown, so that they never wait for it. */
export function ArchivedMails({ keyword, list }: ArchivedMailsProps) {
  const say = useSearchMoreWords()
  const isOn = useSwitch('mailArchiveEnable')
  const { view } = useList(list)
  const { data, error, refetch } = useQuery({
    queryKey: ['archived-mails', keyword],
    queryFn: ({ signal }) =>
      http.get('mail/gateway/archive/search', { searchKeyword: keyword }, { signal, silent: true }),
    enabled: isOn && view.status === 'ready',
    retry: false,
  })
  if (!data && (!error || isNotOffered(error))) return null
  if (data?.list.length === 0) return null
  return (
    <section className={css.archive} aria-label={say('archive.title')}>
      <h2 className={css.archiveTitle}>{say('archive.title')}</h2>
      {data ? (
        <ul className={css.archived}>
          {data.list.map((mail, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answer is shown as it came, and is never changed
            <li key={at}>
              <Archived mail={mail} keyword={keyword} />
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className={css.note}>
          {say('archive.failed')}
          <Button size="small" variant="text" onClick={() => void refetch()}>
            {say('archive.again')}
          </Button>
        </p>
      )}
      {data?.more && <p className={css.note}>{say('archive.more')}</p>}
    </section>
  )
}

function Archived({ mail: { subject, from, date, url }, keyword }: { mail: ArchivedMail; keyword: string }) {
  const say = useSearchMoreWords()
  const format = useFormat()
  const facts = (
    <>
      <span className={css.archivedSubject}>
        <Highlighted text={subject || say('archive.noSubject')} terms={termsOf(keyword)} />
      </span>
      <span className={css.archivedFact}>{from}</span>
      <span className={css.archivedFact}>{date === null ? '' : format.mailTime(date)}</span>
    </>
  )
  if (url === null) return <div className={css.archivedMail}>{facts}</div>
  return (
    <a className={css.archivedMail} href={url} target="_blank" rel="noopener noreferrer">
      {facts}
      <VisuallyHidden>{say('archive.opens')}</VisuallyHidden>
    </a>
  )
}
