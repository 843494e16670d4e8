import type { ViewProps } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { Button, ErrorCard, Segmented, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import { ChangeDialog, type Wanted } from './ChangeDialog.tsx'
import { HistoryList } from './HistoryList.tsx'
import { RemoteCard } from './RemoteCard.tsx'
import css from './releases.module.css'
import { ThrownErrors } from './ThrownErrors.tsx'
import { type Hours, type Releases, useReleases } from './useReleases.ts'

const RANGES: readonly Hours[] = ['24', '168', '720']

/** `/operations`: which versions there are, who has them, how they do; and the buttons that change it. */
export default function ReleasesPage({ active }: ViewProps) {
  const say = useWords()
  const { dayTime } = useFormat()
  const [hours, setHours] = useState<Hours>('24')
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { data, failed, busy, retry, again } = useReleases(hours, active)
  return (
    <div className={css.ground}>
      <div className={css.page}>
        <header className={page.head}>
          <h1>{say('title')}</h1>
          <div className={css.tools}>
            <Segmented
              label={say('range')}
              hideLabel
              value={hours}
              options={RANGES.map((value) => ({ value, label: say(`ranges.${value}`) }))}
              onChange={setHours}
            />
            <Button icon="refresh" loading={busy} onClick={again}>
              {say('refresh')}
            </Button>
          </div>
        </header>
        <p className={css.lead}>{say('lead')}</p>
        {failed && <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={retry} />}
        {!failed && !data && <Skeleton lines={10} />}
        {data && (
          <>
            <p className={css.lead}>
              {say('revision', {
                revision: data.status.revision,
                by: data.status.updatedBy,
                time: dayTime(Date.parse(data.status.updatedAt)),
                reason: data.status.reason,
              })}
            </p>
            <p className={css.note} data-off={data.summary.rule === null ? '' : undefined}>
              {data.summary.rule ? say('rule', { ...data.summary.rule }) : say('noRule')}
            </p>
            {data.status.signatureNeeded && (
              <p className={css.note}>{say(data.status.canStop ? 'signedStops' : 'signed')}</p>
            )}
            {remotesOf(data).map((remote) => (
              <RemoteCard key={remote} remote={remote} releases={data} onWanted={setWanted} />
            ))}
            <ThrownErrors errors={data.summary.errors} />
            <HistoryList history={data.history} status={data.status} onWanted={setWanted} />
            {wanted && (
              <ChangeDialog wanted={wanted} seen={data.status.seen} onChanged={again} onClose={() => setWanted(null)} />
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Remotes with a canary first, because that is what one comes to see; the frame last. */
function remotesOf({ status, summary }: Releases): string[] {
  const hasCanary = (name: string) =>
    status.remotes
      .find(({ remote }) => remote === name)
      ?.versions.some(({ isDefault, traffic, departments, people }) => {
        const given = traffic > 0 || departments.length > 0 || people > 0
        return !isDefault && given
      })
  const listed = status.remotes.map(({ remote }) => remote)
  const canaries = listed.filter(hasCanary)
  const others = listed.filter((remote) => !canaries.includes(remote))
  const host = summary.versions.some(({ remote }) => remote === 'host') ? ['host'] : []
  return [...canaries, ...others, ...host]
}
