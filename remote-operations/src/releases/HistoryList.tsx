import { useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { useWords } from '../useWords.ts'
import type { Wanted } from './ChangeDialog.tsx'
import { Differences } from './Differences.tsx'
import css from './releases.module.css'
import type { History, Status } from './useReleases.ts'

interface HistoryListProps {
  history: History
  status: Status
  onWanted: (wanted: Wanted) => void
}

/** The revisions of the manifest, the newest first, each with what it changed. */
export function HistoryList({ history, status, onWanted }: HistoryListProps) {
  const say = useWords()
  const id = useId()
  const { dayTime, exactTime } = useFormat()
  return (
    <section aria-labelledby={id} className={page.section}>
      <div>
        <h2 id={id}>{say('history.title')}</h2>
        <p className={css.quiet}>{say('history.lead')}</p>
      </div>
      <ol className={css.history}>
        {history.map(({ revision, updatedAt, updatedBy, reason, signedBy, differences }) => (
          <li key={revision}>
            <div className={css.head}>
              <strong>{revision}</strong>
              <span className={css.grow}>
                {reason}
                <small className={css.quiet} title={exactTime(Date.parse(updatedAt))}>
                  {updatedBy} · {dayTime(Date.parse(updatedAt))}
                  {signedBy && ` · ${say('history.signedBy', { key: signedBy })}`}
                </small>
              </span>
              {revision !== status.revision && !status.signatureNeeded && (
                <Button
                  size="small"
                  variant="text"
                  aria-label={say('actions.restoreOne', { revision })}
                  onClick={() => onWanted({ action: 'restore', revision })}
                >
                  {say('actions.restore')}
                </Button>
              )}
            </div>
            {differences.length === 0 ? (
              <small className={css.quiet}>{say('history.first')}</small>
            ) : (
              <details>
                <summary>{say('history.diff', { count: differences.length })}</summary>
                <Differences list={differences} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
