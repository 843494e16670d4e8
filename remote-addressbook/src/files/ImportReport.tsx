import { http, markStale } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, ErrorCard } from '@yanshu/ui'
import { WorkProgress } from '@yanshu/ui/steps'
import { useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { useWords } from '../useWords.ts'
import css from './files.module.css'
import { Problems } from './Problems.tsx'
import { type Undone, UndoResult } from './UndoResult.tsx'

const ASK_EVERY_MS = 600
const STATES = { running: 'running', done: 'finished', stopped: 'stopped', undone: 'finished' } as const

/** How far an import is, what came of it, and a way to take it back. */
export function ImportReport({ importId, onDone }: { importId: number; onDone: () => void }) {
  const say = useWords()
  const [busy, setBusy] = useState(false)
  const [undone, setUndone] = useState<Undone | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: ['contact-import', importId],
    queryFn: ({ signal }) => http.get('contact/import/state', { importId }, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : ASK_EVERY_MS),
    staleTime: 0,
  })
  const undo = async () => {
    setBusy(true)
    const answer = await http.post('contact/import/undo', { importId }).catch(() => null)
    setBusy(false)
    markStale(CONTACTS_KEY)
    if (answer) setUndone(answer)
  }
  if (!data) {
    return isError ? (
      <ErrorCard what={say('import.stateFailed')} advice={say('list.failedAdvice')} onRetry={() => void refetch()} />
    ) : null
  }
  if (undone) {
    return (
      <>
        <UndoResult undone={undone} />
        <div className={css.foot}>
          <Button variant="primary" onClick={onDone} data-autofocus="">
            {say('double.close')}
          </Button>
        </div>
      </>
    )
  }
  const { added, updated, skipped, done, total, state } = data
  const unchanged = done - added - updated - skipped
  return (
    <>
      <WorkProgress
        label={data.fileName}
        state={STATES[state]}
        done={done}
        total={total}
        detail={
          state === 'stopped'
            ? say('import.stopped')
            : say('import.counts', { added, updated, skipped }) +
              (unchanged > 0 ? say('import.unchanged', { count: unchanged }) : '')
        }
      />
      {state !== 'running' && <p className={css.summary}>{say('import.undoHint')}</p>}
      <Problems problems={data.problems} count={data.problems.length} />
      <div className={css.foot}>
        {state === 'running' ? (
          <Button onClick={onDone}>{say('double.close')}</Button>
        ) : (
          <>
            <Button icon="undo" loading={busy} onClick={() => void undo()}>
              {say('import.undo')}
            </Button>
            <Button variant="primary" onClick={onDone}>
              {say('double.close')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
