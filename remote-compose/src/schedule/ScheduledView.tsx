import { type ScheduledMail, type ViewProps, zoneOfPerson } from '@yanshu/contracts'
import { ApiError, http, markStale, queryKeys, tabs, useFormat, useGeneral, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, EmptyState, ErrorCard, notify, Skeleton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { NS } from '../write/namespace.ts'
import css from './schedule.module.css'
import { wallText } from './wallTime.ts'

const scheduledQuery = {
  queryKey: [...queryKeys.writing, 'scheduled'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await http.get('mail/email/scheduled/list', {}, { silent: true, signal })).list,
}

/** `scheduled`: the letters that leave later, the next one first. */
export default function ScheduledView({ tab, active }: ViewProps) {
  const say = useT(NS)
  const { data, error, refetch } = useQuery(scheduledQuery)
  useEffect(() => tab.setTitle(say('schedule.listTitle')), [tab, say])
  // What another tab has scheduled or taken back meanwhile.
  useEffect(() => {
    if (active) void refetch()
  }, [active, refetch])
  if (error && !data) {
    const why = error instanceof ApiError ? error.message : undefined
    return <ErrorCard what={say('schedule.failed')} why={why} onRetry={() => void refetch()} />
  }
  return (
    <div className={css.page}>
      <h1>{say('schedule.listTitle')}</h1>
      {!data && <Skeleton lines={4} />}
      {data?.length === 0 && <EmptyState title={say('schedule.none')} text={say('schedule.noneText')} />}
      {data && data.length > 0 && (
        <ul className={css.list}>
          {data.map((mail) => (
            <ScheduledLetter key={mail.sendId} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ScheduledLetter({ mail: { sendId, subject, to, toCount, sendAt, why } }: { mail: ScheduledMail }) {
  const say = useT(NS)
  const zone = zoneOfPerson(useGeneral())
  const { fullDay, people } = useFormat()
  const [busy, setBusy] = useState(false)
  const names = people(to.map(({ name, address }) => name || address))
  const title = subject || say('schedule.untitled')
  /** Cancels its sending; answers the draft. `http` shows the reason of a failure. */
  const takeBack = async () => {
    setBusy(true)
    const saved = await http.post('mail/email/cancel', { sendId }).catch(() => null)
    setBusy(false)
    markStale(queryKeys.writing)
    return saved?.mailId ?? null
  }
  const openDraft = (draftId: number) => tabs.open(`/write/draft/${draftId}`)
  const edit = async () => {
    const draftId = await takeBack()
    if (draftId !== null) openDraft(draftId)
  }
  const cancel = async () => {
    const draftId = await takeBack()
    if (draftId === null) return
    notify.success(say('schedule.cancelled'), {
      action: { label: say('schedule.open'), onClick: () => openDraft(draftId) },
    })
  }
  return (
    <li className={css.letter}>
      <div className={css.what}>
        <div className={css.when}>
          {fullDay(sendAt)} {wallText(sendAt, zone).slice(11)}
        </div>
        <div className={css.subject}>{title}</div>
        <div className={css.people}>
          {say(toCount > to.length ? 'schedule.peopleMore' : 'schedule.people', { names, count: toCount })}
        </div>
        {why && <div className={css.why}>{why}</div>}
      </div>
      <div className={css.tools}>
        <Button
          size="small"
          disabled={busy}
          aria-label={`${say('schedule.edit')} ${title}`}
          onClick={() => void edit()}
        >
          {say('schedule.edit')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          aria-label={`${say('schedule.cancelSend')} ${title}`}
          onClick={() => void cancel()}
        >
          {say('schedule.cancelSend')}
        </Button>
      </div>
    </li>
  )
}
