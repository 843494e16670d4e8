import type { Migration, ViewProps } from '@yanshu/contracts'
import { Button, EmptyState, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { MigrationCard } from './MigrationCard.tsx'
import css from './migration.module.css'
import { refreshMigrations, useMigrations } from './migrations.ts'
import { NewMigration } from './NewMigration.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { useWords } from './words.ts'

const mayBegin = (list: readonly Migration[]) =>
  !list.some(({ state }) => state === 'dispatching' || state === 'migrating' || state === 'paused')

/** `/mailmig`: mail that is brought from other servers, and what became of it. */
export default function MigrationPage({ active }: ViewProps) {
  const say = useWords()
  const { data, isError, refetch } = useMigrations(active)
  const [adding, setAdding] = useState(false)
  const [asksForRules, setAsksForRules] = useState(false)
  const list = data?.list
  const begin = (
    <Button variant="primary" icon="plus" disabled={!list || !mayBegin(list)} onClick={() => setAdding(true)}>
      {say('begin')}
    </Button>
  )
  return (
    <div className={css.ground}>
      <div className={css.page}>
        <header className={css.head}>
          <h1>{say('title')}</h1>
          {list && list.length > 0 && begin}
          <Button onClick={() => setAsksForRules(true)}>{say('rules')}</Button>
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
        {asksForRules && <RulesDialog onClose={() => setAsksForRules(false)} />}
        {adding && (
          <NewMigration
            onClose={(hasBegun) => {
              setAdding(false)
              if (hasBegun) refreshMigrations()
            }}
          />
        )}
      </div>
    </div>
  )
}
