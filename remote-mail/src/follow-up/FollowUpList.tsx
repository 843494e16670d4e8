import type { FollowUpTab, ViewProps } from '@yanshu/contracts'
import { Button, EmptyState, ErrorCard, IconButton, notify, Segmented, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { FollowUpRow } from './FollowUpRow.tsx'
import css from './followUp.module.css'
import { deleteFollowUps, endFollowUps, PAGE, useFollowUps } from './useFollowUps.ts'
import { useFollowUpT } from './words.ts'

const TABS = ['active', 'due', 'answered', 'over'] as const satisfies readonly FollowUpTab[]

/** `/followup`: the mails that are followed up, by their state. */
export function FollowUpList(_props: ViewProps) {
  const t = useFollowUpT()
  const [tab, setTab] = useState<(typeof TABS)[number]>('active')
  const [shown, setShown] = useState(PAGE)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const { data, isError, isFetching, refetch } = useFollowUps(tab, shown)
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
  const label = (value: (typeof TABS)[number]) => {
    const name = t(`tab.${value}`)
    if (!data || (value !== 'active' && value !== 'due')) return name
    return `${name} ${value === 'due' ? data.counts.due : data.counts.open + data.counts.due}`
  }
  return (
    <div className={css.view}>
      <header className={css.top}>
        <h1>{t('title')}</h1>
        <IconButton icon="refresh" label={t('refresh')} aria-busy={isFetching} onClick={() => void refetch()} />
      </header>
      <div className={css.tabs}>
        <Segmented
          label={t('states')}
          hideLabel
          value={tab}
          options={TABS.map((value) => ({ value, label: label(value) }))}
          onChange={(next) => {
            setTab(next)
            setShown(PAGE)
            setMarked(new Set())
          }}
        />
      </div>
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
    </div>
  )
}
