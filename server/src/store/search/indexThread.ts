import { serveWrites } from '../database/serveWrites.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { addWaiting, type Indexing } from './waitingMails.ts'

serveWrites((trx, task, isAwaited) => addWaiting(trx, 'sqlite', sqliteWordIndex, task as Indexing, isAwaited))
