import { examineFile } from './examineFile.ts'

/** How long a request for code may take, and how often it is repeated. */
export interface PartTiming {
  /** Milliseconds until an unanswered request is given up. The build gives chunks the same time. */
  readonly timeout: number
  /** Milliseconds before each further try; their number is the number of tries after the first. */
  readonly retryDelays: readonly number[]
}

export const PART_TIMING: PartTiming = { timeout: 10_000, retryDelays: [300, 1_000] }

/** What was seen: nothing or something else came, a file was not what was built, or its code threw while starting. */
export type PartErrorClass = 'load' | 'integrity' | 'evaluate'

/** A part of the page that cannot be had now. The message is for logs. */
export class PartError extends Error {
  readonly class: PartErrorClass

  constructor(errorClass: PartErrorClass, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'PartError'
    this.class = errorClass
  }
}

/** webpack's error for a script or a style sheet that did not come. */
interface ChunkFailure extends Error {
  /** `timeout`, `error`, or `missing`: the script ran and did not bring its chunk. */
  readonly type?: string
  readonly request?: string
}

/** Whether something was thrown because a chunk did not come, and not by the code of the page. */
export const isChunkFailure = (error: unknown): error is ChunkFailure =>
  error instanceof Error && error.name === 'ChunkLoadError'

/** Turns what was thrown while a part was fetched and started into an error with a class. */
export async function partErrorOf(error: unknown, timeout = PART_TIMING.timeout): Promise<PartError> {
  if (error instanceof PartError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (!isChunkFailure(error) || error.type === 'missing') return new PartError('evaluate', message, error)
  if (error.type === 'timeout' || !error.request) return new PartError('load', message, error)
  const { class: seen, detail } = await examineFile(error.request, timeout)
  return new PartError(seen, detail, error)
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Imports a part of the page. A chunk that does not come is asked for again, from the network and under another address
 * (`LostChunksPlugin` of the build); one that the network itself gives wrong is not.
 * @throws {PartError} of class `load` or `integrity`; what the part's own code throws, as it is
 */
export async function fetchPart<T>(load: () => Promise<T>, timing: PartTiming = PART_TIMING): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (!isChunkFailure(error)) throw error
      const failure = await partErrorOf(error, timing.timeout)
      const delay = timing.retryDelays[attempt]
      if (failure.class !== 'load' || delay === undefined) throw failure
      await pause(delay)
    }
  }
}
