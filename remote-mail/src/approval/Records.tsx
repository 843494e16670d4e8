import type { ApprovalItem, ApprovalTab, ViewProps } from '@yanshu/contracts'
import { go, http, useFormat, useShortcuts } from '@yanshu/shell-api'
import { Button, Checkbox, EmptyState, ErrorCard, IconButton, Segmented, Skeleton, useMediaQuery } from '@yanshu/ui'
import { useState } from 'react'
import css from './approval.module.css'
import { type Decision, decideLater } from './decisions.ts'
import { type Asked, RecordPane, StateChip, TimeLeft } from './RecordPane.tsx'
import { PAGE, refresh, type Side, useRecords } from './useRecords.ts'
import { useApprovalT, useSentence } from './words.ts'

const TABS: readonly ApprovalTab[] = ['all', 'pending', 'passed', 'rejected', 'withdrawn']

/** `/approval`: mails that wait for the decision of the user, and those that they were asked about. */
export const Desk = (props: ViewProps) => <Records side="desk" {...props} />

/** `/pending`: mails of the user that need approval. */
export const Applications = (props: ViewProps) => <Records side="applications" {...props} />

function Records({ side, active }: ViewProps & { side: Side }) {
  const t = useApprovalT()
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const [tab, setTab] = useState<ApprovalTab>(side === 'desk' ? 'pending' : 'all')
  const [shown, setShown] = useState(PAGE)
  const [openId, setOpenId] = useState<number | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, isError, isFetching, refetch } = useRecords(side, tab, shown, active)
  const list = data?.list ?? []
  const open = (item: ApprovalItem) =>
    isNarrow ? go(`/appreply/0/${item.recordId}/${item.createdAt}/${tab}/${item.state}`) : setOpenId(item.recordId)
  const mark = (recordId: number) => {
    const next = new Set(marked)
    if (!next.delete(recordId)) next.add(recordId)
    setMarked(next)
  }
  const step = (by: 1 | -1) => {
    const at = list.findIndex(({ recordId }) => recordId === openId)
    const next = list[at === -1 ? 0 : at + by]
    if (next) open(next)
  }
  const mine = list.find(({ recordId }) => recordId === openId)?.mine ?? false
  const group = t('keys.group')
  useShortcuts(
    [
      { keys: 'j', label: t('keys.next'), group, run: () => step(1) },
      { keys: 'k', label: t('keys.previous'), group, run: () => step(-1) },
      { keys: 'y', label: t('keys.pass'), group, run: () => setAsked('pass'), when: () => mine },
      { keys: 'n', label: t('keys.reject'), group, run: () => setAsked('reject'), when: () => mine },
      { keys: 'x', label: t('keys.mark'), group, run: () => openId !== null && mark(openId), when: () => mine },
    ],
    active,
  )
  const decideMarked = async (pass: boolean) => {
    const decisions: Decision[] = []
    for (const recordId of marked) {
      // The bytes that the decision is about are those that the server has now.
      const { hash, mayDecide } = await http.get('mail/main/approval/detail', { recordId })
      if (mayDecide) decisions.push({ recordId, hash, pass, comment: '' })
    }
    setMarked(new Set())
    decideLater(t(pass ? 'passingMany' : 'rejectingMany', { count: decisions.length }), decisions, refresh)
  }
  return (
    <div className={css.view}>
      <section className={css.list} aria-label={t(side)}>
        <header className={css.top}>
          <h1>{t(side)}</h1>
          <IconButton icon="refresh" label={t('refresh')} aria-busy={isFetching} onClick={() => void refetch()} />
        </header>
        <div className={css.tabs}>
          <Segmented
            label={t('states')}
            hideLabel
            value={tab}
            options={TABS.map((value) => ({
              value,
              label: data ? t('count', { name: t(`tab.${value}`), count: data.counts[value] }) : t(`tab.${value}`),
            }))}
            onChange={(next) => {
              setTab(next)
              setShown(PAGE)
              setMarked(new Set())
            }}
          />
        </div>
        {marked.size > 0 && (
          <div className={css.actions}>
            <span>{t('marked', { count: marked.size })}</span>
            <Button size="small" variant="primary" onClick={() => void decideMarked(true).catch(() => undefined)}>
              {t('passMarked')}
            </Button>
            <Button size="small" variant="danger" onClick={() => void decideMarked(false).catch(() => undefined)}>
              {t('rejectMarked')}
            </Button>
          </div>
        )}
        {isError && !data && <ErrorCard what={t('failed')} advice={t('failedAdvice')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton lines={8} />}
        {data && list.length === 0 && <EmptyState scene="none" title={t('none')} text={t('noneText')} />}
        <ul className={css.rows} aria-label={t('list')}>
          {list.map((item) => (
            <Row
              key={item.recordId}
              item={item}
              side={side}
              isOpen={item.recordId === openId}
              isMarked={marked.has(item.recordId)}
              onOpen={() => open(item)}
              onMark={side === 'desk' && item.mine ? () => mark(item.recordId) : undefined}
            />
          ))}
        </ul>
        {data?.more && (
          <Button wide variant="text" onClick={() => setShown(shown + PAGE)}>
            {t('more')}
          </Button>
        )}
      </section>
      {!isNarrow &&
        (openId === null ? (
          <div className={css.pane}>
            <p className={css.quiet}>{t('choose')}</p>
          </div>
        ) : (
          <RecordPane key={openId} recordId={openId} asked={asked} onAsk={setAsked} />
        ))}
    </div>
  )
}

interface RowProps {
  item: ApprovalItem
  side: Side
  isOpen: boolean
  isMarked: boolean
  onOpen: () => void
  onMark: (() => void) | undefined
}

function Row({ item, side, isOpen, isMarked, onOpen, onMark }: RowProps) {
  const t = useApprovalT()
  const sentence = useSentence()
  const { mailTime, people } = useFormat()
  const subject = item.subject || t('noSubject')
  return (
    <li className={css.row} data-open={isOpen ? '' : undefined}>
      {onMark && <Checkbox hideLabel label={t('mark', { subject })} checked={isMarked} onChange={onMark} />}
      <button type="button" className={css.open} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className={css.line}>
          <strong data-new={item.mine ? '' : undefined}>
            {side === 'desk' ? item.applicant.name || item.applicant.address : subject}
          </strong>
          <time className={css.time}>{mailTime(item.createdAt)}</time>
        </span>
        {side === 'desk' && <span>{subject}</span>}
        <span className={css.quiet}>{sentence(item.why)}</span>
        <span className={`${css.line} ${css.quiet}`}>
          <StateChip state={item.state} />
          {item.state === 'pending' && side === 'applications' && t('waitsFor', { names: people(item.waitsFor) })}
          <TimeLeft minutes={item.minutesLeft} />
        </span>
      </button>
    </li>
  )
}
