import { folders, type LoginScope, loginScope } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { mailbox } from '../mailbox/mailbox.ts'
import type { BulkAct, UndoStep } from './bulkActs.ts'
import { bulkRuns } from './bulkRuns.ts'
import type { Marked } from './marked.ts'
import { showRun } from './RunDialog.tsx'
import { sayTriage as say } from './words.ts'

/** Mails that one call changes: progress is shown after each. */
export const STEP = 250

/**
 * Does something to mails in steps, with progress, and offers to undo it. What is left where it was stopped or where a step
 * failed stays as it was, and a message has the numbers.
 */
export async function runBulk(act: BulkAct, mails: readonly Marked[]): Promise<void> {
  const login = loginScope()
  const { running } = bulkRuns()
  if (running.get()) {
    notify.info(say('bulk.busy'))
    return
  }
  const hit = act.hits(mails)
  if (hit.length === 0) {
    notify.info(say('bulk.none'))
    return
  }
  running.set({ act: act.name, done: 0, total: hit.length, stopping: false })
  if (hit.length > STEP) void showRun()
  const undos: UndoStep[] = []
  let done = 0
  let failed = false
  while (done < hit.length && !login.signal.aborted && !running.get()?.stopping) {
    const part = hit.slice(done, done + STEP)
    const undo = await act.step(part).catch(() => undefined)
    if (undo === undefined) {
      failed = true
      break
    }
    if (undo) undos.push(undo)
    done += part.length
    const now = running.get()
    if (now) running.set({ ...now, done })
  }
  running.set(null)
  if (login.signal.aborted) return
  await renew()
  showEnd(act, { done, total: hit.length, failed }, undos, login)
}

interface Ended {
  readonly done: number
  readonly total: number
  readonly failed: boolean
}

function showEnd(act: BulkAct, { done, total, failed }: Ended, undos: readonly UndoStep[], login: LoginScope): void {
  if (failed) notify.error(say('bulk.failed', { done, total }))
  if (done === 0) return
  const text = done === total ? say(`bulk.${act.name}.done`, { count: done }) : say('bulk.stopped', { done, total })
  if (undos.length === 0) notify.success(text)
  else undoable(text, () => void undoAll(undos, login))
}

/** The last step first. */
async function undoAll(undos: readonly UndoStep[], login: LoginScope): Promise<void> {
  let count = 0
  let close = notify.info(say('bulk.undoing', { done: 0, total: undos.length }))
  for (const [at, undo] of [...undos].reverse().entries()) {
    if (login.signal.aborted) return
    const undone = await undo().catch(() => null)
    close()
    if (undone === null) {
      await renew()
      notify.error(say('bulk.notUndone', { count }))
      return
    }
    count += undone
    if (at + 1 < undos.length) close = notify.info(say('bulk.undoing', { done: at + 1, total: undos.length }))
  }
  if (login.signal.aborted) return
  await renew()
  notify.success(say('bulk.undone', { count }))
}

/** Lists and counters follow what was done without them. */
async function renew(): Promise<void> {
  mailbox().lists.revalidate()
  await folders.refresh().catch(() => undefined)
}
