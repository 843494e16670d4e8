import type { FollowUpTab, ViewProps } from '@yanshu/contracts'
import { go } from '@yanshu/shell-api'
import { Button, EmptyState, ErrorCard, notify, Segmented, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { FollowUpRow } from './FollowUpRow.tsx'
import css from './followUp.module.css'
import { UnansweredList } from './UnansweredList.tsx'
import { deleteFollowUps, endFollowUps, PAGE, useFollowUps } from './useFollowUps.ts'
import { useFollowUpWords } from './words.ts'

const TABS = ['active', 'due', 'answered', 'over'] as const satisfies readonly FollowUpTab[]

const PLACES = [...TABS, 'unanswered'] as const
type Place = (typeof PLACES)[number]

/** `/followup`: the mails that are followed up, by their state, and those that wait for an answer; `?tab=` names one. */
export function FollowUpList({ query, active }: ViewProps) {
  const say = useFollowUpWords()
  const place = PLACES.find((one) => one === query.get('tab')) ?? 'active'
  const { data } = useFollowUps('active')
  const label = (value: Place) => {
    const name = say(`tab.${value}`)
    if (!data || (value !== 'active' && value !== 'due')) return name
    return `${name} ${value === 'due' ? data.counts.due : data.counts.open + data.counts.due}`
  }
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{say('title')}</h1>
      </header>
      <div className={css.tabs}>
        <Segmented
          label={say('states')}
          hideLabel
          value={place}
          options={PLACES.map((value) => ({ value, label: label(value) }))}
          onChange={(next) => go(`/followup?tab=${next}`, { replace: true })}
        />
      </div>
      {place === 'unanswered' ? <UnansweredList active={active} /> : <OfState key={place} tab={place} />}
    </div>
  )
}

/** The mails of one state. */
function OfState({ tab }: { tab: (typeof TABS)[number] }) {
  const say = useFollowUpWords()
  const [shown, setShown] = useState(PAGE)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const { data, isError, refetch } = useFollowUps(tab, shown)
  const list = data?.list ?? []
  // What has gone from the list meanwhile is no longer selected.
  const ids = list.flatMap(({ followUpId }) => (marked.has(followUpId) ? [followUpId] : []))
  const mark = (followUpId: number) => {
    const next = new Set(marked)
    if (!next.delete(followUpId)) next.add(followUpId)
    setMarked(next)
  }
  const act = async (work: (ids: readonly number[]) => Promise<unknown>, done: string) => {
    await work(ids)
    setMarked(new Set())
    notify.success(say(done, { count: ids.length }))
  }
  return (
    <>
      {ids.length > 0 && (
        <div className={css.actions}>
          <span>{say('marked', { count: ids.length })}</span>
          {(tab === 'active' || tab === 'due') && (
            <Button size="small" onClick={() => void act(endFollowUps, 'ended').catch(() => undefined)}>
              {say('overMarked')}
            </Button>
          )}
          <Button
            size="small"
            variant="danger"
            onClick={() => void act(deleteFollowUps, 'deleted').catch(() => undefined)}
          >
            {say('deleteMarked')}
          </Button>
        </div>
      )}
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={8} />}
      {data && list.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      <ul className={css.rows} aria-label={say('list')}>
        {list.map((one) => (
          <FollowUpRow
            key={one.followUpId}
            followUp={one}
            marked={marked.has(one.followUpId)}
            onMark={() => mark(one.followUpId)}
          />
        ))}
      </ul>
      {data?.more && (
        <Button wide variant="text" onClick={() => setShown(shown + PAGE)}>
          {say('more')}
        </Button>
      )}
    </>
  )
}
