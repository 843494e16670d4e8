import type { MigrationOfMany, ViewProps } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, EmptyState, ErrorCard, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import layout from '../layout/page.module.css'
import { BeginMany } from './BeginMany.tsx'
import css from './migrations.module.css'
import { useMigrationsWords } from './migrationsWords.ts'

const KEY = ['operations', 'migrations']
/** How often the list is asked for while a migration goes on. */
const ASK_EVERY_MS = 5_000
const PAGE = 100

/** `/migrations`: mailboxes that administrators bring for others, and what became of them. */
export default function MigrationsPage({ active }: ViewProps) {
  const say = useMigrationsWords()
  const { count } = useFormat()
  const [beginning, setBeginning] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const { data, isError, refetch } = useQuery({
    queryKey: [...KEY, limit],
    queryFn: () => http.get('mail/mailMig/organisation/list', { limit }, { silent: true }),
    refetchInterval: ({ state }) =>
      active && state.data?.counts.some(({ state: one }) => one === 'dispatching' || one === 'migrating')
        ? ASK_EVERY_MS
        : false,
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  return (
    <div className={layout.page} data-wide="">
      <header className={page.head}>
        <h1>{say('title')}</h1>
        <span className={css.line}>
          <Button
            icon="download"
            onClick={() => void http.download('file/migrations', say('reportFile')).catch(() => undefined)}
          >
            {say('report')}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => setBeginning(true)}>
            {say('begin')}
          </Button>
        </span>
      </header>
      <p className={css.quiet}>{say('lead')}</p>
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={6} />}
      {data?.list.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      {data && data.list.length > 0 && (
        <>
          <p role="status">
            {data.counts
              .map(({ state, mailboxes }) => say('counts', { state: say(`states.${state}`), count: count(mailboxes) }))
              .join(' · ')}
          </p>
          <div className={css.scroller}>
            <table className={css.table}>
              <thead>
                <tr>
                  {(['mailbox', 'from', 'state', 'figures', 'act'] as const).map((name) => (
                    <th key={name} scope="col">
                      {say(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.list.map((migration) => (
                  <Row key={migration.id} migration={migration} onChanged={again} />
                ))}
              </tbody>
            </table>
          </div>
          {data.list.length >= limit && (
            <Button variant="text" onClick={() => setLimit(limit + PAGE)}>
              {say('more')}
            </Button>
          )}
        </>
      )}
      {beginning && (
        <BeginMany
          onClose={() => {
            setBeginning(false)
            again()
          }}
        />
      )}
    </div>
  )
}

function Row({ migration, onChanged }: { migration: MigrationOfMany; onChanged: () => void }) {
  const say = useMigrationsWords()
  const { count } = useFormat()
  const { id, address, name, host, user, state, reason, total, brought, known, noted, bring } = migration
  const change = async (act: 'pause' | 'resume' | 'cancel') => {
    // `http` shows why it was refused.
    await http.post('mail/mailMig/organisation/update', { id, act }).catch(() => undefined)
    onChanged()
  }
  const stop = async () => {
    const title = say('stopTitle', { name: address })
    if (await confirm({ title, text: say('stopText'), yes: say('stop'), no: say('close') })) await change('cancel')
  }
  const isGoing = state === 'dispatching' || state === 'migrating'
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{address}</small>
      </th>
      <td>
        {host}
        <small>{user}</small>
      </td>
      <td data-state={state}>
        {say(`states.${state}`)}
        {reason !== '' && <small>{say(`reasons.${reason}`, { bring: count(bring) })}</small>}
      </td>
      <td>{say('sum', { done: count(brought + known + noted), total: count(total), noted: count(noted) })}</td>
      <td>
        <span className={css.line}>
          {isGoing && (
            <Button size="small" onClick={() => void change('pause')} aria-label={`${say('pause')} ${address}`}>
              {say('pause')}
            </Button>
          )}
          {state === 'paused' && (
            <Button size="small" onClick={() => void change('resume')} aria-label={`${say('resume')} ${address}`}>
              {say('resume')}
            </Button>
          )}
          {(isGoing || state === 'paused') && (
            <Button size="small" variant="text" onClick={() => void stop()} aria-label={`${say('stop')} ${address}`}>
              {say('stop')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
