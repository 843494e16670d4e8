import { isChunkFailure, PartError, type PartTiming } from '@yanshu/shell-api'
import { classifyLoading } from './classifyFailure.ts'
import type { LoadedRemote } from './federation.ts'
import { RemoteError } from './RemoteError.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Activates a remote for the login that runs, again after each of `retryDelays` while it fails: what it needs
 * may have been lost on the way. Answers what undoes it. When the login ended meanwhile (`current` is false then), what was
 * set up is undone at once and the promise stays pending: no caller waits for it any more.
 *
 * @throws {RemoteError} of class `load`, when it went on failing; of the class of what was seen, when code did not come
 */
export async function activate(
  { name, version, module }: Omit<LoadedRemote, 'mfName' | 'reason'>,
  { retryDelays, timeout }: PartTiming,
  current: () => boolean,
): Promise<(() => void) | undefined> {
  let cause: unknown
  for (const delay of [0, ...retryDelays]) {
    if (delay > 0) await pause(delay)
    if (!current()) break
    try {
      const undo = await module.activate?.()
      if (current()) return undo
      undo?.()
    } catch (error) {
      cause = error
      // It was asked for again already.
      if (error instanceof PartError) break
    }
  }
  if (!current()) return new Promise(() => undefined)
  if (cause instanceof PartError || isChunkFailure(cause)) throw await classifyLoading(cause, name, version, timeout)
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new RemoteError('load', name, version, `it could not be activated: ${why}`, cause)
}
