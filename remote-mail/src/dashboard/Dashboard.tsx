import type { ViewProps } from '@yanshu/contracts'
import { go, http, intents, queryKeys, useFolders, useFormat, useSession } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon, type IconName, ProgressBar, ROW_HEIGHTS, Skeleton } from '@yanshu/ui'
import { type ReactNode, useCallback, useEffect } from 'react'
import { star } from '../actions/commands.ts'
import { MailRowView } from '../list-view/MailRowView.tsx'
import { type RowLabels, useLabels } from '../list-view/useLabels.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useList, useMailT } from '../mailbox/useMailbox.ts'
import css from './Dashboard.module.css'

const ROWS = 5

/** `dashboard`: what waits for the user, at a glance. */
export default function Dashboard({ active }: ViewProps) {
  const t = useMailT()
  const format = useFormat()
  const tree = useFolders()
  const session = useSession()
  const labels = useLabels()
  const name = session.status === 'open' ? (session.user?.userName ?? '') : ''
  const inbox = tree.byRole('inbox')
  const drafts = tree.byRole('drafts')
  const { data: quota } = useQuery({
    queryKey: queryKeys.quota,
    queryFn: ({ signal }) => http.get('mail/main/quota/useInfo', {}, { signal, silent: true }),
  })
  const used = quota?.curMap.curSize ?? 0
  const limit = quota?.maxMap.setSize ?? 0
  return (
    <div className={css.page}>
      <div className={css.measure}>
        <header className={css.head}>
          <h1 className={css.title}>{name ? t(`dashboard.${partOfDay()}`, { name }) : t('routes.dashboard')}</h1>
          <Button
            variant="primary"
            icon="compose"
            onClick={() => void intents.send('compose.open', { kind: 'new' }).catch(() => undefined)}
          >
            {t('people.write')}
          </Button>
        </header>
        <ul className={css.facts}>
          <Fact icon="inbox" path="/inbox" value={format.count(inbox?.unread ?? 0)} label={t('dashboard.unread')} />
          <Fact icon="draft" path="/draftbox" value={format.count(drafts?.mail ?? 0)} label={t('dashboard.drafts')} />
          <Fact icon="star" path="/favorite" value="" label={t('routes.favorite')} />
          {limit > 0 && (
            <li className={css.fact}>
              <Icon name="archive" size={20} />
              <span className={css.quota}>
                {t('dashboard.quota', { used: format.bytes(used), limit: format.bytes(limit) })}
                <ProgressBar
                  label={t('dashboard.storage')}
                  value={(used / limit) * 100}
                  tone={used / limit > NEARLY_FULL ? 'danger' : 'accent'}
                />
              </span>
            </li>
          )}
        </ul>
        {tree.lists ? (
          <>
            <Section
              title={t('dashboard.waiting')}
              path="/noread"
              query={{ kind: 'all', unread: 'unread' }}
              none={t('dashboard.noneWaiting')}
              labels={labels}
              active={active}
            />
            <Section
              title={t('dashboard.starred')}
              path="/favorite"
              query={{ kind: 'favorite', unread: 'any' }}
              none={t('dashboard.noneStarred')}
              labels={labels}
              active={active}
            />
          </>
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </div>
  )
}

const NEARLY_FULL = 0.9

function partOfDay(): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date().getHours()
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

function Fact({ icon, path, value, label }: { icon: IconName; path: string; value: string; label: string }) {
  return (
    <li>
      <button type="button" className={css.fact} onClick={() => go(path)}>
        <Icon name={icon} size={20} />
        {value && <strong className={css.value}>{value}</strong>}
        {label}
      </button>
    </li>
  )
}

interface SectionProps {
  title: string
  path: string
  query: ListQuery
  none: ReactNode
  labels: RowLabels
  active: boolean
}

function Section({ title, path, query, none, labels, active }: SectionProps) {
  const t = useMailT()
  const { list, view } = useList(query)
  useEffect(() => {
    if (active) list.show(0, ROWS)
  }, [active, list])
  const onStar = useCallback((id: number) => star([id], (mailbox().cache.row(id)?.color ?? 0) > 0 ? 0 : 1), [])
  const ids = Array.from({ length: Math.min(ROWS, list.length) }, (_, at) => list.idAt(at)).filter(
    (id) => id !== undefined,
  )
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{title}</h2>
        <Button size="small" variant="text" onClick={() => go(path)}>
          {t('dashboard.all')}
        </Button>
      </div>
      {view.status === 'loading' || view.status === 'new' ? (
        <Skeleton lines={3} />
      ) : view.status === 'failed' ? (
        <p className={css.none}>
          {t('list.failed')}{' '}
          <Button size="small" variant="text" onClick={() => list.retry()}>
            {t('action.retry')}
          </Button>
        </p>
      ) : ids.length === 0 ? (
        <p className={css.none}>{none}</p>
      ) : (
        <ul className={css.rows}>
          {ids.map((id) => (
            <li key={id} className={css.row} style={{ height: ROW_HEIGHTS.stacked[1] }}>
              <MailRowView
                mailId={id}
                variant="stacked"
                folderRole={undefined}
                labels={labels}
                showSize={false}
                showPreview
                terms={[]}
                selected={false}
                tabIndex={-1}
                selectable={false}
                onToggle={() => undefined}
                onStar={onStar}
              />
              <button
                type="button"
                className={css.cover}
                aria-label={t('dashboard.open', { subject: mailbox().cache.row(id)?.subject || t('row.noSubject') })}
                onClick={() => {
                  const row = mailbox().cache.row(id)
                  if (row) go(`/reply/${row.mailboxId}/${row.mailId}`)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
