import type { FollowUpTab, ViewProps } from '@yanshu/contracts'
import { go } from '@yanshu/shell-api'
import { Button, EmptyState, ErrorCard, notify, Segmented, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { FollowUpRow } from './FollowUpRow.tsx'
import css from './followUp.module.css'
import { UnansweredList } from './UnansweredList.tsx'
import { deleteFollowUps, endFollowUps, PAGE, useFollowUps } from './useFollowUps.ts'
import { useFollowUpT } from './words.ts'

const TABS = ['active', 'due', 'answered', 'over'] as const satisfies readonly FollowUpTab[]

const PLACES = [...TABS, 'unanswered'] as const
type Place = (typeof PLACES)[number]

/** `/followup`: the mails that are followed up, by their state, and those that wait for an answer; `?tab=` names one. */
export function FollowUpList({ query, active }: ViewProps) {
  const t = useFollowUpT()
  const place = PLACES.find((one) => one === query.get('tab')) ?? 'active'
  const { data } = useFollowUps('active')
  const label = (value: Place) => {
    const name = t(`tab.${value}`)
    if (!data || (value !== 'active' && value !== 'due')) return name
    return `${name} ${value === 'due' ? data.counts.due : data.counts.open + data.counts.due}`
  }
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{t('title')}</h1>
      </header>
      <div className={css.tabs}>
        <Segmented
          label={t('states')}
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
  const t = useFollowUpT()
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
    notify.success(t(done, { count: ids.length }))
  }
  return (
    <>
      {ids.length > 0 && (
        <div className={css.actions}>
          <span>{t('marked', { count: ids.length })}</span>
          {(tab === 'active' || tab === 'due') && (
            <Button size="small" onClick={() => void act(endFollowUps, 'ended').catch(() => undefined)}>
              {t('overMarked')}
            </Button>
          )}
          <Button
            size="small"
            variant="danger"
            onClick={() => void act(deleteFollowUps, 'deleted').catch(() => undefined)}
          >
            {t('deleteMarked')}
          </Button>
        </div>
      )}
      {isError && !data && <ErrorCard what={t('failed')} advice={t('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={8} />}
      {data && list.length === 0 && <EmptyState scene="none" title={t('none')} text={t('noneText')} />}
      <ul className={css.rows} aria-label={t('list')}>
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
          {t('more')}
        </Button>
      )}
    </>
  )
}
