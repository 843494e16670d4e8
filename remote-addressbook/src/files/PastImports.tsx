import { type ContactImport, nameInSentence } from '@yanshu/contracts'
import { http, markStale, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, EmptyState, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { useWords } from '../useWords.ts'
import css from './files.module.css'
import { type Undone, UndoResult } from './UndoResult.tsx'

/** Imports and merges of the last 30 days: each can be taken back as a whole. */
export function PastImports({ onDone }: { onDone: () => void }) {
  const say = useWords()
  const format = useFormat()
  const [busy, setBusy] = useState(0)
  const [undone, setUndone] = useState<Undone | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: [...CONTACTS_KEY, 'imports'],
    queryFn: ({ signal }) => http.get('contact/import/list', {}, { signal, silent: true }),
  })
  const undo = async ({ importId }: ContactImport) => {
    setBusy(importId)
    const answer = await http.post('contact/import/undo', { importId }).catch(() => null)
    setBusy(0)
    markStale(CONTACTS_KEY)
    if (answer) setUndone(answer)
  }
  return (
    <Dialog
      open
      title={say('files.past')}
      onClose={onDone}
      footer={
        <Button variant="primary" onClick={onDone} data-autofocus="">
          {say('double.close')}
        </Button>
      }
    >
      <div className={css.work}>
        {undone ? (
          <UndoResult undone={undone} />
        ) : isError ? (
          <ErrorCard
            what={say('import.stateFailed')}
            advice={say('list.failedAdvice')}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <Skeleton lines={4} />
        ) : data.list.length === 0 ? (
          <EmptyState scene="nothing" title={say('import.none')} />
        ) : (
          <ul className={css.past}>
            {data.list.map((one) => (
              <li key={one.importId}>
                <span className={css.heading}>
                  <b>{say(`import.of.${one.kind}`, { name: nameInSentence(one.fileName) })}</b>
                  <small title={format.exactTime(one.createdAt)}>
                    {format.mailTime(one.createdAt)} ·{' '}
                    {one.kind === 'merge'
                      ? say('import.merged', { count: one.total })
                      : say('import.counts', { added: one.added, updated: one.updated, skipped: one.skipped })}
                  </small>
                </span>
                {one.state === 'undone' || one.state === 'running' ? (
                  <span className={css.mark}>{say(`import.is.${one.state}`)}</span>
                ) : (
                  <Button size="small" icon="undo" loading={busy === one.importId} onClick={() => void undo(one)}>
                    {say('import.undo')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
