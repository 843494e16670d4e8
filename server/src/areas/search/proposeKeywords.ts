import type { MailReader } from '../../platform/actor/actor.ts'
import { BusyError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { allReadings } from '../../store/names/pinyin.ts'
import { suggestPeople } from '../contacts/index.ts'
import type { NearTask } from './nearWords.ts'

/** The newest mails whose subjects and senders are compared with a keyword. */
const MAILS_LOOKED_AT = 2_000
const PEOPLE_LOOKED_AT = 5
/** The dictionary of pinyin is read by a thread that has just begun, in less than a second. */
const TIME_MAX_MS = 5_000
const MEMORY_MIB = 192
const IDLE_MS = 30_000
const LIMITS = { atOnce: 2, waiting: 100, waitMs: TIME_MAX_MS }
const BUSY_WAIT_S = 5

const POOL: RuntimePart<WorkerPool> = { name: 'words that sound alike', stop: (pool) => pool.stop() }
type Queue = ReturnType<typeof fairQueue>
const QUEUE: RuntimePart<Queue> = { name: 'turns of words that sound alike' }

const poolOf = ({ runtime }: Pick<Context, 'runtime'>): WorkerPool =>
  runtime.use(POOL, () => {
    const file = new URL('./nearWorker.ts', import.meta.url)
    return createWorkerPool({ file, workerData: null, threads: 1, memory: MEMORY_MIB, idle: IDLE_MS })
  })

/**
 * Keywords that sound like one which found little: of people, and of the newest mails that a search over all folders finds.
 * The comparing is done in a thread. Throws `BusyError`; where it takes too long nothing is proposed.
 */
export async function proposeKeywords(context: Context, reader: MailReader, keyword: string): Promise<string[]> {
  if (keyword.trim() === '') return []
  const turn = context.runtime.use(QUEUE, () => fairQueue(LIMITS))
  try {
    return await turn(String(reader.accountId), async () => {
      const [people, words] = await Promise.all([
        suggestPeople(context, reader.accountId, soundOfKeyword(keyword), PEOPLE_LOOKED_AT),
        openMailbox(context, reader).newestWords(MAILS_LOOKED_AT),
      ])
      const names = people.filter(({ matched }) => matched === 'name').map(({ name }) => name)
      const task: NearTask = { keyword, texts: [...names, ...words] }
      return (await poolOf(context).run(task, { time: TIME_MAX_MS })) as string[]
    })
  } catch (error) {
    if (error instanceof TaskLimitError) return []
    throw error instanceof QueueFullError ? new BusyError(BUSY_WAIT_S) : error
  }
}

/** A keyword of a few characters as people are found by it: by how it sounds, not by how it is written. */
const soundOfKeyword = (keyword: string): string =>
  /^\p{Script=Han}{2,8}$/u.test(keyword.trim())
    ? allReadings(keyword)
        .map(([first = '']) => first)
        .join('')
    : keyword.trim()
