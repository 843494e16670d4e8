import { perLogin, storeOf, type ValueStore } from '@yanshu/shell-api'
import type { BulkAct } from './bulkActs.ts'

/** Something that is being done to many mails. */
export interface BulkRun {
  readonly act: BulkAct['name']
  readonly done: number
  readonly total: number
  /** No further step begins. */
  readonly stopping: boolean
}

interface Runs {
  readonly running: ValueStore<BulkRun | null>
}

/** One thing at a time is done to many mails. It goes on whatever view is open. */
export const bulkRuns = perLogin((): Runs => ({ running: storeOf<BulkRun | null>(() => null) }))

/** Ends what is being done after the step that has begun. */
export function stopBulk(): void {
  const { running } = bulkRuns()
  const now = running.get()
  if (now) running.set({ ...now, stopping: true })
}
