import type { Subscription, ViewProps } from '@yanshu/contracts'
import { go, http, Link, useFormat, useSession } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, EmptyState, ErrorCard, IconButton, Menu, Segmented, Skeleton } from '@yanshu/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { HeldSenders } from '../screener/HeldSenders.tsx'
import { useScreenerWords } from '../screener/words.ts'
import { block, leave } from './leave.ts'
import css from './subscriptions.module.css'
import { nameOf, sweep } from './sweep.ts'
import { useSubscriptionWords } from './words.ts'

/** Days after which mail is old enough to be cleared; 0 for all of it. */
const SWEEPS = [30, 90, 365, 0] as const

/** `/subscriptions`: who sends mail of lists and programs; `?of=held`: whose first mails wait. */
export default function SubscriptionsPage({ active, query, tab }: ViewProps) {
  const say = useSubscriptionWords()
  const sayScreener = useScreenerWords()
  const session = useSession()
  // Who may write to an account is decided by its owner alone.
  const isOwn = session.status === 'open' && !session.user?.ownAccount
  const place = isOwn && query.get('of') === 'held' ? 'held' : 'lists'
  const title = place === 'held' ? sayScreener('tab') : null
  useEffect(() => tab.setTitle(title), [tab, title])
  const places = isOwn && (
    <div>
      <Segmented
        label={say('places')}
        hideLabel
        value={place}
        options={[
          { value: 'lists', label: say('title') },
          { value: 'held', label: sayScreener('tab') },
        ]}
        onChange={(next) => go(next === 'held' ? '/subscriptions?of=held' : '/subscriptions', { replace: true })}
      />
    </div>
  )
  if (place === 'lists') return <Subscriptions active={active}>{places}</Subscriptions>
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{sayScreener('tab')}</h1>
      </header>
      {places}
      <HeldSenders active={active} />
    </div>
  )
}

/** Who sends mail of lists and programs, with what can be done about it. */
function Subscriptions({ active, children }: { active: boolean; children: ReactNode }) {
  const say = useSubscriptionWords()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['subscriptions'],
    queryFn: ({ signal }) => http.get('mail/email/subscription/list', {}, { signal, silent: true }),
    enabled: active,
  })
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{say('title')}</h1>
        <IconButton icon="refresh" label={say('refresh')} aria-busy={isFetching} onClick={() => void refetch()} />
      </header>
      {children}
      {data && <p className={css.lead}>{data.more ? say('lead', { count: data.lookedAt }) : say('leadAll')}</p>}
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={8} />}
      {data?.list.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      <ul className={css.rows} aria-label={say('list')}>
        {data?.list.map((sender) => (
          <SenderRow key={sender.address} sender={sender} onChange={() => void refetch()} />
        ))}
      </ul>
    </div>
  )
}

function SenderRow({ sender, onChange }: { sender: Subscription; onChange: () => void }) {
  const say = useSubscriptionWords()
  const format = useFormat()
  const [doing, setDoing] = useState<'leave' | 'other' | null>(null)
  const busy = doing !== null
  const [left, setLeft] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const sweepButton = useRef<HTMLButtonElement>(null)
  const name = nameOf(sender)
  /** One thing at a time; a failure has been shown. */
  const act = async (what: 'leave' | 'other', work: () => Promise<unknown>) => {
    setDoing(what)
    await work().catch(() => undefined)
    setDoing(null)
  }
  const facts = [
    say('count', { count: sender.count }),
    ...(sender.unread > 0 ? [say('unread', { count: sender.unread })] : []),
    format.bytes(sender.bytes),
    say('latest', { time: format.mailTime(sender.latest) }),
  ]
  return (
    <li className={css.row}>
      <Avatar name={name} address={sender.address} size={32} />
      <div className={css.who}>
        <Link to={`/inboxct?address=${encodeURIComponent(sender.address)}`} title={say('open', { name })}>
          <strong>{name}</strong>
        </Link>
        {sender.name && <span className={css.address}>{sender.address}</span>}
        <span className={css.facts}>{facts.join(' · ')}</span>
      </div>
      <div className={css.actions}>
        <Button
          size="small"
          disabled={busy || left}
          aria-label={say('leaveOf', { name })}
          onClick={() => void act('leave', async () => setLeft(await leave(sender)))}
        >
          {say(left ? 'leftMark' : doing === 'leave' ? 'leaving' : 'leave')}
        </Button>
        <Button
          ref={sweepButton}
          size="small"
          variant="text"
          disabled={busy}
          aria-label={say('sweepOf', { name })}
          aria-haspopup="menu"
          onClick={() => setChoosing(true)}
        >
          {say('sweep')}
        </Button>
        <Button
          size="small"
          variant="text"
          disabled={busy}
          aria-label={say('blockOf', { name })}
          onClick={() => void act('other', () => block(sender))}
        >
          {say('block')}
        </Button>
      </div>
      <Menu
        open={choosing}
        anchor={sweepButton}
        label={say('sweepOf', { name })}
        items={
          choosing
            ? SWEEPS.map((days) => ({
                id: `${days}`,
                label: days > 0 ? say('older', { days }) : say('all'),
                onSelect: () => void act('other', () => sweep(sender, days).then(onChange)),
              }))
            : []
        }
        onClose={() => setChoosing(false)}
      />
    </li>
  )
}
