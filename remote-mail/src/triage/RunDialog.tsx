import { showDialog } from '@yanshu/files/dialog'
import { useFormat, useStore } from '@yanshu/shell-api'
import { Button, Dialog } from '@yanshu/ui'
import { useEffect, useRef } from 'react'
import { bulkRuns, stopBulk } from './bulkRuns.ts'
import css from './triage.module.css'
import { useTriageWords } from './words.ts'

/** Shows how far the running action on many mails is, until it ends or is sent to the background. */
export const showRun = (): Promise<null> => showDialog<null>(null, (done) => <RunDialog onClose={() => done(null)} />)

function RunDialog({ onClose }: { onClose: () => void }) {
  const say = useTriageWords()
  const format = useFormat()
  const run = useStore(bulkRuns().running)
  const close = useRef(onClose)
  const ended = run === null
  useEffect(() => {
    // A root is not taken away while it is drawn.
    if (ended) queueMicrotask(() => close.current())
  }, [ended])
  if (!run) return null
  const { act, done, total, stopping } = run
  const title = say(`bulk.${act}.doing`)
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button disabled={stopping} onClick={stopBulk}>
            {say(stopping ? 'bulk.stopping' : 'bulk.stop')}
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            {say('bulk.background')}
          </Button>
        </>
      }
    >
      <p aria-live="polite">{say('bulk.going', { done: format.count(done), total: format.count(total) })}</p>
      <progress className={css.progress} aria-label={title} max={total} value={done} />
    </Dialog>
  )
}
