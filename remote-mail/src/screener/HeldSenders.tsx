import { Code, type HeldSender } from '@yanshu/contracts'
import { ApiError, http, Link, useFormat, usePush } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, EmptyState, ErrorCard, Skeleton, Switch } from '@yanshu/ui'
import { useState } from 'react'
import css from '../subscriptions/subscriptions.module.css'
import { DecideButtons } from './DecideButtons.tsx'
import { HELD, turn } from './decide.ts'
import { useScreenerWords } from './words.ts'

/** Whether first mails of unknown senders are held, and the senders that wait. */
export function HeldSenders({ active }: { active: boolean }) {
  const say = useScreenerWords()
  const { data, error, refetch } = useQuery({
    queryKey: HELD,
    queryFn: ({ signal }) => http.get('mail/screener/list', {}, { signal, silent: true }),
    enabled: active,
    refetchOnMount: 'always',
    retry: false,
  })
  usePush(({ optType }) => {
    if (active && optType !== 'event') void refetch()
  })
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    // `http` has shown why it failed.
    await turn(on).catch(() => undefined)
    setBusy(false)
  }
  if (!data && error) {
    const isClosed = error instanceof ApiError && error.code === Code.folderClosed
    return (
      <ErrorCard
        what={isClosed ? say('closed') : say('failed')}
        advice={isClosed ? '' : say('failedAdvice')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton lines={8} />
  const left = data.total - data.list.length
  return (
    <>
      <Switch
        className={css.switch}
        label={say('switch')}
        hint={say('hint')}
        checked={data.on}
        disabled={busy}
        onChange={(on) => void change(on)}
      />
      {!data.on && <EmptyState scene="none" title={say('off')} text={say('offText')} />}
      {data.on && data.list.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      {data.list.length > 0 && (
        <>
          <Link className={css.lead} to={`/custombox/${data.folderId}`}>
            {say('openFolder')}
          </Link>
          <ul className={css.rows} aria-label={say('list')}>
            {data.list.map((sender) => (
              <Row key={sender.address} sender={sender} />
            ))}
          </ul>
          {left > 0 && <p className={css.lead}>{say('more', { count: left })}</p>}
        </>
      )}
    </>
  )
}

function Row({ sender }: { sender: HeldSender }) {
  const say = useScreenerWords()
  const format = useFormat()
  const name = sender.name || sender.address
  return (
    <li className={css.row}>
      <Avatar name={name} address={sender.address} size={32} />
      <div className={css.who}>
        <strong>{name}</strong>
        {sender.name && <span className={css.address}>{sender.address}</span>}
        <span className={css.facts}>
          {[say('count', { count: sender.count }), say('latest', { time: format.mailTime(sender.latest) })].join(' · ')}
        </span>
      </div>
      <div className={css.actions}>
        <DecideButtons sender={sender} />
      </div>
    </li>
  )
}
