import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { GetQuery } from '@yanshu/contracts'
import type { ApiClient } from './apiClient.ts'

/** Somebody who is logged in, as a thread is told of them. */
export type Person = Pick<ApiClient, 'url' | 'address' | 'accessToken'>

export type SearchQuery = GetQuery<'mail/email/search'>

/** Searches that a thread is to make. */
export interface SearchesTask {
  readonly query: SearchQuery
  readonly times: number
}

export interface SearchesApart {
  /** Milliseconds of each of some searches, as `timed` has them. */
  timed(task: SearchesTask): Promise<number[]>
  stop(): Promise<unknown>
}

/**
 * Searches of one person by a thread of their own. A full collection of the benchmark's own memory takes 45 ms on both
 * cores, and whoever waits meanwhile would seem to wait for the server; that of a thread takes two.
 */
export async function searchesApart({ url, address, accessToken }: ApiClient): Promise<SearchesApart> {
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
