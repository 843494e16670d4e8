import type { ApprovalTab, ViewProps } from '@yanshu/contracts'
import type { OpenItem } from '@yanshu/lists/view'
import { go } from '@yanshu/shell-api'
import { IconButton, Segmented, useMediaQuery } from '@yanshu/ui'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import css from './approval.module.css'
import { RecordList } from './RecordList.tsx'
import { type Asked, RecordPane } from './RecordPane.tsx'
import { records, type Side } from './recordKind.ts'
import { refresh, useCounts, useRefreshing } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

const TABS: readonly ApprovalTab[] = ['all', 'pending', 'passed', 'rejected', 'withdrawn']

/** `/approval`: mails that wait for the decision of the user, and those that they were asked about. */
export const Desk = (props: ViewProps) => <Records side="desk" {...props} />

/** `/pending`: mails of the user that need approval. */
export const Applications = (props: ViewProps) => <Records side="applications" {...props} />

function Records({ side, active }: ViewProps & { side: Side }) {
  const say = useApprovalWords()
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const [tab, setTab] = useState<ApprovalTab>(side === 'desk' ? 'pending' : 'all')
  const [openId, setOpenId] = useState<number | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const counts = useCounts(side)
  useRefreshing(active)
  const open = (id: number) => {
    const row = records().cache.row(id)
    if (!isNarrow) setOpenId(id)
    else if (row) go(`/appreply/0/${id}/${row.createdAt}/${tab}/${row.state}`)
  }
  const latest = useRef(openId)
  useLayoutEffect(() => {
    latest.current = openId
  }, [openId])
  const opened = useMemo<OpenItem<number>>(() => ({ openId, openNow: () => latest.current, show: setOpenId }), [openId])
  return (
    <div className={css.view}>
      <section className={css.list} aria-label={say(side)}>
        <header className={css.top}>
          <h1>{say(side)}</h1>
          <IconButton icon="refresh" label={say('refresh')} onClick={refresh} />
        </header>
        <div className={css.tabs}>
          <Segmented
            label={say('states')}
            hideLabel
            value={tab}
            options={TABS.map((value) => ({
              value,
              label: counts ? say('count', { name: say(`tab.${value}`), count: counts[value] }) : say(`tab.${value}`),
            }))}
            onChange={setTab}
          />
        </div>
        <RecordList key={tab} side={side} tab={tab} active={active} opened={opened} beside={!isNarrow} onOpen={open} />
      </section>
      {!isNarrow &&
        (openId === null ? (
          <div className={css.pane}>
            <p className={css.quiet}>{say('choose')}</p>
          </div>
        ) : (
          <RecordPane key={openId} recordId={openId} active={active} asked={asked} onAsk={setAsked} />
        ))}
    </div>
  )
}
