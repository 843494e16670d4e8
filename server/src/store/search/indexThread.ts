import { serveWrites } from '../database/serveWrites.ts'
import { addDocuments, type DocumentTask } from './documentWords.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { addWaiting, type Indexing } from './waitingMails.ts'

serveWrites((trx, task, isAwaited) => {
  const asked = task as Indexing | DocumentTask
  if ('documents' in asked) return addDocuments(trx, 'sqlite')
  return addWaiting(trx, 'sqlite', sqliteWordIndex, asked, isAwaited)
})
