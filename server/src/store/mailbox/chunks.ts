import { setImmediate } from 'node:timers/promises'

/** Mails changed in one transaction. Between two of them the server answers other calls. */
const CHUNK = 1_000

/** Does something with many mails a thousand at a time and collects what it answers. */
export async function inChunks<T>(
  mailIds: readonly number[],
  work: (chunk: readonly number[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const unique = [...new Set(mailIds)]
  const results: T[] = []
  for (let start = 0; start < unique.length; start += CHUNK) {
    if (start > 0) await setImmediate()
    for (const result of await work(unique.slice(start, start + CHUNK))) results.push(result)
  }
  return results
}
