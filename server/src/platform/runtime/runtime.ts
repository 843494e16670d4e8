/**
 * Names a part of a running server. The module that owns the part makes the name once, and hands out the part by functions
 * of its own.
 */
export interface RuntimePart<Part> {
  /** What it is, for messages and for a reader of a memory snapshot. */
  readonly name: string
  /** Ends what the part has begun, such as threads. */
  readonly stop?: (part: Part) => unknown
}

/**
 * What one running server keeps in memory beside its store: threads, the mail transport, the runner of jobs, what is
 * remembered for a while. `openContext` makes it, and it ends with the context. Two servers in one process share none of it.
 *
 * @example
 * const POOL: RuntimePart<WorkerPool> = { name: 'files of contacts', stop: (pool) => pool.stop() }
 * const poolOf = ({ runtime }: Pick<Context, 'runtime'>) => runtime.use(POOL, () => createWorkerPool(options))
 */
export interface Runtime {
  /** The part, made by `make` where it is not there yet. */
  use<Part>(part: RuntimePart<Part>, make: () => Part): Part
  /** The part; undefined where it is not there. */
  find<Part>(part: RuntimePart<Part>): Part | undefined
  /** Puts a value in the place of the part; undefined removes it. */
  keep<Part>(part: RuntimePart<Part>, value: Part | undefined): void
  /** Stops the parts, the one that was made last first. One that cannot be stopped keeps no other from it. */
  stop(): Promise<void>
}

export function createRuntime(): Runtime {
  const parts = new Map<RuntimePart<unknown>, unknown>()
  // A name stands for values of its own type alone: `use` and `keep` put no others there.
  const find = <Part>(part: RuntimePart<Part>) => parts.get(part as RuntimePart<unknown>) as Part | undefined
  const keep = <Part>(part: RuntimePart<Part>, value: Part | undefined) => {
    if (value === undefined) parts.delete(part as RuntimePart<unknown>)
    else parts.set(part as RuntimePart<unknown>, value)
  }
  return {
    find,
    keep,
    use: (part, make) => {
      const there = find(part)
      if (there !== undefined) return there
      const made = make()
      keep(part, made)
      return made
    },
    stop: async () => {
      const failed: unknown[] = []
      for (const [part, value] of [...parts].reverse()) {
        try {
          await part.stop?.(value)
        } catch (error) {
          failed.push(error)
        }
      }
      if (failed.length > 0) throw new AggregateError(failed, 'parts of the server could not be stopped')
    },
  }
}
