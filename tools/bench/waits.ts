import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Person } from './apiClient.ts'

/** Another person asks for a page of their inbox so often. */
export const OTHER_EVERY_MS = 20

/** The task that the thread of the other person receives. */
export interface WaitsTask extends Person {
  readonly everyMs: number
}

/**
 * How long a person waits for a page of their inbox, again and again while something goes on. They ask in a thread of
 * their own: what the benchmark itself does meanwhile is not in it.
 * @param everyMs the pause between two pages
 */
export async function waits(
  { url, address, accessToken }: Person,
  work: () => Promise<unknown>,
  everyMs = OTHER_EVERY_MS,
): Promise<number[]> {
  const task: WaitsTask = { url, address, accessToken, everyMs }
  const thread = new Worker(new URL('./waitsThread.ts', import.meta.url), { workerData: task })
  try {
    // It has had its first pages.
    await once(thread, 'message')
    await work()
    const answer = once(thread, 'message')
    thread.postMessage('enough')
    const [waited] = await answer
    return waited
  } finally {
    await thread.terminate()
  }
}
