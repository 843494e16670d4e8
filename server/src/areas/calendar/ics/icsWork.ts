import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../../platform/workers/workerPool.ts'
import type { Context } from '../../../store/context/context.ts'
import { CalendarFileRefusedError } from '../rows/errors.ts'
import type { ReadCalendar } from './readIcs.ts'

/** A calendar that was read as an object of CalDAV, with what only its client understands. */
export type ReadObject = ReadCalendar & { readonly extra: string }

const THREAD_MEMORY_MIB = 256
const IDLE_MS = 15_000
/** Who waits for a file: a person, or an arriving mail, which must not wait for imports. */
type Line = 'person' | 'mail'

/**
 * Milliseconds that reading one file may take. A person's has ten thousand events, and reading them takes several times as
 * long where the machine is busy with other things.
 */
const TIME_MAX_MS: Readonly<Record<Line, number>> = { person: 20_000, mail: 5_000 }

const pools = new WeakMap<Context['config'], Map<Line, WorkerPool>>()

function poolOf({ config }: Pick<Context, 'config'>, line: Line): WorkerPool {
  const lines = pools.get(config) ?? new Map<Line, WorkerPool>()
  pools.set(config, lines)
  const there = lines.get(line)
  if (there) return there
  const made = createWorkerPool({
    file: new URL('./icsWorker.ts', import.meta.url),
    workerData: null,
    threads: 1,
    memory: THREAD_MEMORY_MIB,
    idle: IDLE_MS,
  })
  lines.set(line, made)
  return made
}

/**
 * Reads a calendar file in a thread of its own: in bounded time and memory, whatever it holds. Throws
 * `CalendarFileRefusedError` when it is none, or costs more.
 */
export async function readIcsApart(
  context: Pick<Context, 'config'>,
  text: string,
  zone: string,
  line: Line = 'person',
): Promise<ReadCalendar> {
  return read<ReadCalendar>(context, { text, zone, extra: false }, line)
}

/** The same for an object of CalDAV. */
export const readObjectApart = (context: Pick<Context, 'config'>, text: string, zone: string): Promise<ReadObject> =>
  read<ReadObject>(context, { text, zone, extra: true }, 'person')

/** What the thread is asked. */
export interface IcsTask {
  readonly text: string
  readonly zone: string
  /** Whether what only its client understands is wanted too. */
  readonly extra: boolean
}

async function read<T>(context: Pick<Context, 'config'>, task: IcsTask, line: Line): Promise<T> {
  try {
    // The thread answers what it was asked.
    return (await poolOf(context, line).run(task, { time: TIME_MAX_MS[line] })) as T
  } catch (error) {
    if (error instanceof TaskLimitError || (error instanceof Error && 'code' in error && error.code === 'UNREADABLE')) {
      throw new CalendarFileRefusedError()
    }
    throw error
  }
}

/** Ends the threads of a server that stops. */
export async function stopIcsWork({ config }: Pick<Context, 'config'>): Promise<void> {
  const lines = pools.get(config)
  pools.delete(config)
  for (const pool of lines?.values() ?? []) await pool.stop()
}
