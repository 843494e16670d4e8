import { ApiError, http, isAbort, loginScope, useFormat } from '@yanshu/shell-api'
import { Button, Dialog, notify } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import css from './export.module.css'
import { type ExportProgress, readExport } from './readExport.ts'
import { sayExport, useExportWords } from './words.ts'

export type ExportForm = 'zip' | 'mbox'

interface ExportDialogProps {
  mailIds: readonly number[]
  form: ExportForm
  onClose: () => void
}

/** Fetches mails as one file, with progress; closing it ends the export and keeps nothing. */
export function ExportDialog({ mailIds, form, onClose }: ExportDialogProps) {
  const say = useExportWords()
  const format = useFormat()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const close = useRef(onClose)
  useEffect(() => {
    const control = new AbortController()
    void fetchExport(mailIds, form, { signal: control.signal, report: setProgress }).then((ended) => {
      if (ended) close.current()
    })
    return () => control.abort()
  }, [mailIds, form])
  const total = progress?.total ?? 0
  return (
    <Dialog open title={say('title')} onClose={onClose} footer={<Button onClick={onClose}>{say('cancel')}</Button>}>
      <p aria-live="polite">
        {progress
          ? say('going', {
              done: format.bytes(Math.min(progress.done, total)),
              total: format.bytes(total),
              count: progress.mails,
            })
          : say('asked', { count: mailIds.length })}
      </p>
      <progress
        className={css.progress}
        aria-label={say('progress')}
        max={Math.max(1, total)}
        {...(progress ? { value: Math.min(progress.done, total) } : {})}
      />
      {progress && progress.leftOut > 0 && <p>{say('leftOut', { count: progress.leftOut })}</p>}
    </Dialog>
  )
}

interface Watching {
  readonly signal: AbortSignal
  readonly report: (progress: ExportProgress) => void
}

/** Saves the file and shows how many mails it has. False when it was given up. */
async function fetchExport(
  mailIds: readonly number[],
  form: ExportForm,
  { signal, report }: Watching,
): Promise<boolean> {
  const login = loginScope()
  let last: ExportProgress | null = null
  const note = (progress: ExportProgress) => {
    last = progress
    if (!signal.aborted && !login.signal.aborted) report(progress)
  }
  try {
    await http.download('mail/email/export', `${sayExport('fileName', { day: today() })}.${form}`, {
      body: { mailIds, form },
      read: (response) => readExport(response, note),
      loading: false,
      silent: true,
      signal,
    })
    notifyDone(last)
    return true
  } catch (error) {
    if (signal.aborted || isAbort(error)) return false
    notify.error(sayExport('failed', { why: error instanceof ApiError ? error.message : sayExport('lost') }))
    return true
  }
}

function notifyDone(progress: ExportProgress | null): void {
  const { mails = 0, leftOut = 0 } = progress ?? {}
  if (leftOut > 0) notify.warning(sayExport('doneWithout', { count: mails, leftOut }))
  else notify.success(sayExport('done', { count: mails }))
}

/** The day of the reader's device, for the name of a file. */
function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
}
