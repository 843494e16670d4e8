import type { Migration, ViewProps } from '@yanshu/contracts'
import { Button, EmptyState, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { MigrationCard } from './MigrationCard.tsx'
import css from './migration.module.css'
import { refreshMigrations, useMigrations } from './migrations.ts'
import { NewFiles } from './NewFiles.tsx'
import { NewMigration } from './NewMigration.tsx'
import { NewOut } from './NewOut.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { useMigrationWords } from './words.ts'

const mayBegin = (list: readonly Migration[]) =>
  !list.some(({ state }) => state === 'dispatching' || state === 'migrating' || state === 'paused')

/** `/mailmig`: mail that is brought from other servers and copied to them, and what became of it. */
export default function MigrationPage({ active }: ViewProps) {
  const say = useMigrationWords()
  const { data, isError, refetch } = useMigrations(active)
  const [asks, setAsks] = useState<'in' | 'out' | 'files' | 'rules' | null>(null)
  const list = data?.list
  const close = (hasBegun: boolean) => {
    setAsks(null)
    if (hasBegun) refreshMigrations()
  }
  const begin = (
    <Button variant="primary" icon="plus" disabled={!list || !mayBegin(list)} onClick={() => setAsks('in')}>
      {say('begin')}
    </Button>
  )
  return (
    <div className={css.ground}>
      <div className={css.page}>
        <header className={css.head}>
          <h1>{say('title')}</h1>
          {list && list.length > 0 && begin}
          <Button disabled={!list || !mayBegin(list)} onClick={() => setAsks('files')}>
            {say('files.begin')}
          </Button>
          <Button onClick={() => setAsks('rules')}>{say('rules')}</Button>
          <Button disabled={!list || !mayBegin(list)} onClick={() => setAsks('out')}>
            {say('out.begin')}
          </Button>
        </header>
        <p className={css.lead}>{say('lead')}</p>
        {!list && isError && (
          <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
        )}
        {!list && !isError && <Skeleton lines={6} />}
        {list?.length === 0 && (
          <EmptyState scene="nothing" title={say('none')} text={say('noneText')} actions={begin} />
        )}
        {list?.map((migration) => (
          <MigrationCard key={migration.id} migration={migration} mayBegin={mayBegin(list)} room={data?.room ?? null} />
        ))}
        {asks === 'rules' && <RulesDialog onClose={() => setAsks(null)} />}
        {asks === 'in' && <NewMigration onClose={close} />}
        {asks === 'out' && <NewOut onClose={close} />}
        {asks === 'files' && <NewFiles onClose={close} />}
      </div>
    </div>
  )
}
