import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { GetQuery } from '@yanshu/contracts'
import type { Person } from './apiClient.ts'

/** Searches that a thread is to make. */
export interface SearchesTask {
  readonly query: GetQuery<'mail/email/search'>
  readonly times: number
}

export interface SearchesApart {
  /** Milliseconds of each of some searches, as `timed` has them. */
  timed(task: SearchesTask): Promise<number[]>
  stop(): Promise<unknown>
}

/**
 * Searches of one person by a thread of their own. A full collection of the benchmark's own memory needs 15 to 55 ms on
 * both cores, and a request that waits meanwhile would seem to wait for the server; that of a thread needs two.
 */
export async function searchesApart({ url, address, accessToken }: Person): Promise<SearchesApart> {
  const person: Person = { url, address, accessToken }
  const thread = new Worker(new URL('./searchesThread.ts', import.meta.url), { workerData: person })
  await once(thread, 'message')
  return {
    timed: async (task) => {
      const answer = once(thread, 'message')
      thread.postMessage(task)
      const [spent] = await answer
      return spent
    },
    stop: () => thread.terminate(),
  }
}
