import { Code, type DeletedMail, RESTORED_PAGE, type ViewProps } from '@yanshu/contracts'
import { ApiError, folders, http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, EmptyState, ErrorCard, IconButton, notify, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import css from '../subscriptions/subscriptions.module.css'
import { useDeletedWords } from './words.ts'

/** `/deleted`: mails that were deleted for good and can be restored, the last deleted first, a page at a time. */
export default function DeletedPage({ active }: ViewProps) {
  const say = useDeletedWords()
  /** The id behind which the page that is shown begins. */
  const [before, setBefore] = useState<number | undefined>()
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['deleted', before ?? 0],
    queryFn: ({ signal }) =>
      http.get('mail/email/deleted/list', before === undefined ? {} : { before }, { signal, silent: true }),
    enabled: active,
    retry: false,
  })
  const list = data?.list ?? []
  // What has gone from the list meanwhile is no longer selected.
  const ids = list.flatMap(({ deletedId }) => (marked.has(deletedId) ? [deletedId] : []))
  const mark = (deletedId: number) => {
    const next = new Set(marked)
    if (!next.delete(deletedId)) next.add(deletedId)
    setMarked(next)
  }
  const restore = async () => {
    setBusy(true)
    try {
      const { count } = await http.post('mail/doCompletedelMail', { deletedIds: ids.slice(0, RESTORED_PAGE) })
      notify.success(say('restored', { count }))
      setMarked(new Set())
      mailbox().lists.revalidate()
      await Promise.all([refetch(), folders.refresh()])
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
    }
  }
  const last = list.at(-1)
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{say('title')}</h1>
        {list.length > 0 && (
          <Button variant="primary" icon="undo" disabled={busy || ids.length === 0} onClick={() => void restore()}>
            {say(busy ? 'restoring' : 'restore')}
          </Button>
        )}
        <IconButton
          icon="refresh"
          label={say('refresh')}
          aria-busy={isFetching}
          onClick={() => (before === undefined ? void refetch() : setBefore(undefined))}
        />
      </header>
      <p className={css.lead}>{say('lead')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && list.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      {list.length > 0 && (
        <Checkbox
          label={say('all')}
          checked={ids.length === list.length}
          mixed={ids.length > 0 && ids.length < list.length}
          onChange={() => setMarked(new Set(ids.length < list.length ? list.map(({ deletedId }) => deletedId) : []))}
        />
      )}
      <ul className={css.rows} aria-label={say('list')}>
        {list.map((mail) => (
          <DeletedRow
            key={mail.deletedId}
            mail={mail}
            marked={marked.has(mail.deletedId)}
            onMark={() => mark(mail.deletedId)}
          />
        ))}
      </ul>
      {data?.more && last && (
        <div>
          <Button onClick={() => setBefore(last.deletedId)}>{say('more')}</Button>
        </div>
      )}
    </div>
  )
}

/** Where recovery is off, the server's sentence is all there is: trying again does not help. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const say = useDeletedWords()
  const why = error instanceof ApiError ? error.message : undefined
  if (error instanceof ApiError && error.code === Code.recoveryOff) return <ErrorCard what={error.message} />
  return <ErrorCard what={say('failed')} why={why} advice={say('failedAdvice')} onRetry={onRetry} />
}

function DeletedRow({ mail, marked, onMark }: { mail: DeletedMail; marked: boolean; onMark: () => void }) {
  const say = useDeletedWords()
  const format = useFormat()
  const subject = mail.subject || say('noSubject')
  const { from, deletedAt, until, size } = mail
  return (
    <li className={css.row}>
      <Checkbox label={say('select', { subject })} hideLabel checked={marked} onChange={onMark} />
      <div className={css.who}>
        <strong>{subject}</strong>
        <span className={css.address}>{from.name || from.address}</span>
        <span className={css.facts}>
          {[say('facts', { time: format.dayTime(deletedAt), until: format.dayTime(until) }), format.bytes(size)].join(
            ' · ',
          )}
        </span>
      </div>
    </li>
  )
}
