import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { CalendarFileRefusedError } from '../rows/errors.ts'
import type { ReadCalendar } from './readIcs.ts'
import type { ReadObject } from './readObjectText.ts'

const THREAD_MEMORY_MIB = 256
const IDLE_MS = 15_000
/** Who waits for a file: a person, or an arriving mail, which must not wait for imports. */
type Urgency = 'person' | 'mail'

/**
 * Milliseconds that reading one file may take. A person's has ten thousand events, and reading them takes several times as
 * long where the machine is busy with other things.
 */
const TIME_MAX_MS: Readonly<Record<Urgency, number>> = { person: 20_000, mail: 5_000 }

const POOLS: Readonly<Record<Urgency, RuntimePart<WorkerPool>>> = {
  person: { name: 'calendar files of persons', stop: (pool) => pool.stop() },
  mail: { name: 'calendar files of mails', stop: (pool) => pool.stop() },
}

const poolOf = ({ runtime }: Pick<Context, 'runtime'>, urgency: Urgency): WorkerPool =>
  runtime.use(POOLS[urgency], () =>
    createWorkerPool({
      file: new URL('./icsWorker.ts', import.meta.url),
      workerData: null,
      threads: 1,
      memory: THREAD_MEMORY_MIB,
      idle: IDLE_MS,
    }),
  )

/**
 * Reads a calendar file in a thread of its own: in bounded time and memory, whatever it holds. Throws
 * `CalendarFileRefusedError` when it is none, or costs more.
 */
export async function readIcsApart(
  context: Pick<Context, 'runtime'>,
  text: string,
  zone: string,
  urgency: Urgency = 'person',
): Promise<ReadCalendar> {
  return read<ReadCalendar>(context, { text, zone, object: false }, urgency)
}

/** The same for an object of CalDAV. */
export const readObjectApart = (context: Pick<Context, 'runtime'>, text: string, zone: string): Promise<ReadObject> =>
  read<ReadObject>(context, { text, zone, object: true }, 'person')

/** What the thread is asked. */
export interface IcsTask {
  readonly text: string
  readonly zone: string
  /** Whether it is an object of CalDAV. */
  readonly object: boolean
}

async function read<T>(context: Pick<Context, 'runtime'>, task: IcsTask, urgency: Urgency): Promise<T> {
  try {
    // The thread answers what it was asked.
    return (await poolOf(context, urgency).run(task, { time: TIME_MAX_MS[urgency] })) as T
  } catch (error) {
    if (error instanceof TaskLimitError || (error instanceof Error && 'code' in error && error.code === 'UNREADABLE')) {
      throw new CalendarFileRefusedError()
    }
    throw error
  }
}
