import type { WorkApart } from '../database/threadedWrites.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { addWaiting, type Indexing } from './waitingMails.ts'

/** What the thread that writes runs of the index of words (`ThreadedWrites`). */
export const work: WorkApart = (trx, task, isAwaited) =>
  addWaiting(trx, 'sqlite', sqliteWordIndex, task as Indexing, isAwaited)
