import type { Migration } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Button, confirm } from '@yanshu/ui'
import { WorkProgress } from '@yanshu/ui/steps'
import { useState } from 'react'
import { AskPassword } from './AskPassword.tsx'
import { BookList } from './BookList.tsx'
import { FolderTable } from './FolderTable.tsx'
import css from './migration.module.css'
import { changeMigration, countedOf, isGoing, sumOf } from './migrations.ts'
import { useMigrationWords } from './words.ts'

const PROGRESS = {
  dispatching: 'running',
  migrating: 'running',
  finished: 'finished',
  paused: 'paused',
  cancelled: 'stopped',
  failed: 'stopped',
} as const

/** States that the bar itself names. */
const STATED: ReadonlySet<Migration['state']> = new Set(['migrating', 'paused', 'finished'])

interface MigrationCardProps {
  migration: Migration
  /** Whether no other migration goes on. */
  mayBegin: boolean
  /** Bytes that the mailbox has left; null without a quota. */
  room: number | null
}

/** One migration: how far it is, why it waits, and what can be done about it. */
export function MigrationCard({ migration, mayBegin, room }: MigrationCardProps) {
  const say = useMigrationWords()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const isOut = migration.kind === 'out'
  const isOfFiles = migration.kind === 'files'
  const { id, state, host, user, createdAt, folders, dry, reason, undo, undoUntil } = migration
  const sum = sumOf(migration)
  const name = isOfFiles
    ? say('files.name', { names: user })
    : say(isOut ? 'out.card.name' : 'card.name', { user, host })
  const counted = countedOf(migration)
  const figures = dry
    ? say(isOut ? 'out.card.counts' : 'card.counts', {
        ...{ bring: format.count(counted.bring), size: format.bytes(counted.bytes) },
        ...{ restricted: format.count(counted.restricted) },
        ...{ already: format.count(counted.already), tooLarge: format.count(counted.tooLarge) },
        ...{ broken: format.count(counted.broken), deleted: format.count(counted.deleted) },
      })
    : say(isOut ? 'out.card.sum' : 'card.sum', {
        brought: format.count(sum.brought),
        known: format.count(sum.known),
        noted: format.count(sum.noted),
      })
  const hasEnded = (state === 'finished' || state === 'failed' || state === 'cancelled') && undo !== 'running'

  const stop = async () => {
    const sure = await confirm({
      title: say('ask.stopTitle'),
      text: say(isOut ? 'out.stopText' : 'ask.stopText'),
      yes: say('ask.stop'),
      no: say('ask.stay'),
    })
    if (sure) await changeMigration(id, 'cancel')
  }
  const undoIt = async () => {
    const sure = await confirm({
      title: say('ask.undoTitle', { count: format.count(sum.brought) }),
      text: say('ask.undoText'),
      yes: say('ask.undo'),
      danger: true,
    })
    if (sure) await changeMigration(id, 'undo')
  }
  const remove = async () => {
    const sure = await confirm({
      title: say('ask.removeTitle'),
      text: say(isOut ? 'out.removeText' : 'ask.removeText'),
      yes: say('ask.remove'),
      danger: true,
    })
    if (sure) await changeMigration(id, 'delete')
  }
  return (
    <article className={css.card} aria-label={name}>
      <WorkProgress
        label={name}
        state={PROGRESS[state]}
        done={dry ? folders.filter((folder) => folder.state === 'done').length : sum.done}
        // How many mails files have is known when they have been read.
        total={dry ? folders.length : isOfFiles && isGoing(migration) ? undefined : sum.total}
        detail={[
          dry && isGoing(migration) ? say('card.counting') : '',
          STATED.has(state) ? '' : say(`card.state.${state}`),
          figures,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {isGoing(migration) && undo !== 'running' && (
              <Button size="small" onClick={() => void changeMigration(id, 'pause')}>
                {say('card.pause')}
              </Button>
            )}
            {state === 'paused' && (
              <Button
                size="small"
                variant="primary"
                onClick={() => (reason === 'token' ? setAsking(true) : void changeMigration(id, 'resume'))}
              >
                {say(reason !== 'counted' ? 'card.resume' : isOut ? 'out.start' : 'start')}
              </Button>
            )}
            {!hasEnded && undo !== 'running' && (
              <Button size="small" onClick={() => void stop()}>
                {say('card.stop')}
              </Button>
            )}
            {hasEnded && mayBegin && !isOfFiles && (
              <Button size="small" onClick={() => setAsking(true)}>
                {say(state !== 'finished' ? 'card.retry' : isOut ? 'out.card.again' : 'card.again')}
              </Button>
            )}
            {undoUntil !== null && undoUntil > Date.now() && sum.brought > 0 && (
              <Button size="small" onClick={() => void undoIt()}>
                {say('card.undo')}
              </Button>
            )}
            {hasEnded && (
              <Button size="small" onClick={() => void remove()}>
                {say('card.remove')}
              </Button>
            )}
            <Button
              size="small"
              icon="download"
              onClick={() => void http.download(`file/migration/${id}`, `migration-${id}.html`).catch(() => undefined)}
            >
              {say('card.receipt')}
            </Button>
          </>
        }
      />
      <Why migration={migration} />
      {dry && !isOut && room !== null && counted.bytes > room && (
        <p className={css.note}>{say('card.room', { room: format.bytes(room), size: format.bytes(counted.bytes) })}</p>
      )}
      {undo !== '' && (
        <p className={css.note} role="status">
          {say(`card.undo_${undo}`, { count: format.count(sum.undone), left: format.count(sum.brought) })}
        </p>
      )}
      <p className={css.quiet}>{say('card.begun', { time: format.exactTime(createdAt) })}</p>
      <FolderTable folders={folders} dry={dry} isOut={isOut} />
      <BookList books={migration.books ?? []} dry={dry} />
      {asking && (
        <AskPassword migrationId={id} isOut={isOut} resumes={state === 'paused'} onClose={() => setAsking(false)} />
      )}
    </article>
  )
}

/** What it waits for, or how fast it goes. */
function Why({ migration }: { migration: Migration }) {
  const say = useMigrationWords()
  const { state, reason, workedMs, folders } = migration
  if (state === 'failed' && reason === 'unreachable') {
    return <p className={css.note}>{say(migration.kind === 'files' ? 'files.gaveUp' : 'card.gaveUp')}</p>
  }
  if (reason === 'counted' && migration.kind === 'out') return <p className={css.note}>{say('out.counted')}</p>
  if (reason !== '' && reason !== 'person') return <p className={css.note}>{say(`card.reason.${reason}`)}</p>
  if (state !== 'migrating' || migration.dry) return null
  const running = folders.find((folder) => folder.state === 'running')
  const { done, total } = sumOf(migration)
  const seconds = workedMs / 1_000
  const rate = seconds > 1 ? done / seconds : 0
  return (
    <p className={css.quiet} role="status">
      {running && say('card.now', { folder: running.names.join('/') })}
      {rate >= 1 && ` · ${say('card.rate', { rate: Math.round(rate), left: leftOf((total - done) / rate, say) })}`}
    </p>
  )
}

function leftOf(seconds: number, say: ReturnType<typeof useMigrationWords>): string {
  if (seconds < 60) return say('soon')
  if (seconds < 90 * 60) return say('minutes', { count: Math.round(seconds / 60) })
  return say('hours', { count: Math.round(seconds / 3_600) })
}
