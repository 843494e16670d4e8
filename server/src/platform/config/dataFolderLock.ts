import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../errors/operatorError.ts'

/** Another server works on the same data folder. The message is a sentence for the operator. */
export class DataFolderTakenError extends OperatorError {}

/**
 * Makes this the only server on a data folder. Push messages and the queue live in one process, so a second one on the
 * same SQLite store would deliver twice and notify no windows. The lock is the operating system's on a file of its own: it
 * ends with the process, however that ends, and does not keep the command line out. Answers how to release it.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'server.lock'))
  try {
    lock.exec('pragma busy_timeout=0; pragma journal_mode=delete; begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error
    throw new DataFolderTakenError(
      `Another Yanshu server is running on ${folder}. Stop it first, or choose another folder with YANSHU_DATA`,
    )
  }
  return () => lock.close()
}
