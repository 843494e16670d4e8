import { Code, type DeletedMail, RESTORED_PAGE, type ViewProps } from '@yanshu/contracts'
import { ApiError, folders, http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, EmptyState, ErrorCard, IconButton, notify, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import css from '../subscriptions/subscriptions.module.css'
import { useDeletedT } from './words.ts'

/** `/deleted`: mails that were deleted for good and can be restored, the last deleted first, a page at a time. */
export default function DeletedPage({ active }: ViewProps) {
  const t = useDeletedT()
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
      notify.success(t('restored', { count }))
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
        <h1>{t('title')}</h1>
        {list.length > 0 && (
          <Button variant="primary" icon="undo" disabled={busy || ids.length === 0} onClick={() => void restore()}>
            {t(busy ? 'restoring' : 'restore')}
          </Button>
        )}
        <IconButton
          icon="refresh"
          label={t('refresh')}
          aria-busy={isFetching}
          onClick={() => (before === undefined ? void refetch() : setBefore(undefined))}
        />
      </header>
      <p className={css.lead}>{t('lead')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && list.length === 0 && <EmptyState scene="none" title={t('none')} text={t('noneText')} />}
      {list.length > 0 && (
        <Checkbox
          label={t('all')}
          checked={ids.length === list.length}
          mixed={ids.length > 0 && ids.length < list.length}
          onChange={() => setMarked(new Set(ids.length < list.length ? list.map(({ deletedId }) => deletedId) : []))}
        />
      )}
      <ul className={css.rows} aria-label={t('list')}>
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
          <Button onClick={() => setBefore(last.deletedId)}>{t('more')}</Button>
        </div>
      )}
    </div>
  )
}

/** Where recovery is off, the server's sentence is all there is: trying again does not help. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useDeletedT()
  const why = error instanceof ApiError ? error.message : undefined
  if (error instanceof ApiError && error.code === Code.recoveryOff) return <ErrorCard what={error.message} />
  return <ErrorCard what={t('failed')} why={why} advice={t('failedAdvice')} onRetry={onRetry} />
}

function DeletedRow({ mail, marked, onMark }: { mail: DeletedMail; marked: boolean; onMark: () => void }) {
  const t = useDeletedT()
  const format = useFormat()
  const subject = mail.subject || t('noSubject')
  const { from, deletedAt, until, size } = mail
  return (
    <li className={css.row}>
      <Checkbox label={t('select', { subject })} hideLabel checked={marked} onChange={onMark} />
      <div className={css.who}>
        <strong>{subject}</strong>
        <span className={css.address}>{from.name || from.address}</span>
        <span className={css.facts}>
          {[t('facts', { time: format.dayTime(deletedAt), until: format.dayTime(until) }), format.bytes(size)].join(
            ' · ',
          )}
        </span>
      </div>
    </li>
  )
}
