import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { createWorkerPool, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'

/** Pictures of one mail that are read, and the bytes of one. */
const PICTURES_MAX = 6
const PICTURE_SIZE_MAX = 4 * 1_024 * 1_024
const TIME_MAX_MS = 5_000
const MEMORY_MIB = 256
const IDLE_MS = 20_000

const POOL: RuntimePart<WorkerPool> = { name: 'codes in pictures', stop: (pool) => pool.stop() }

/** The thread that reads codes, one for each running server; it is made for the first picture and ends when idle. */
const poolOf = ({ runtime }: Pick<Context, 'runtime'>): WorkerPool =>
  runtime.use(POOL, () => {
    const file = new URL('./qrWorker.ts', import.meta.url)
    return createWorkerPool({ file, workerData: null, threads: 1, memory: MEMORY_MIB, idle: IDLE_MS })
  })

interface Picture {
  readonly hash: string
  readonly size: number
}

/** The texts of the QR codes of pictures. A picture that cannot be read, or takes too long, has none. */
export async function readCodes(
  context: Pick<Context, 'runtime' | 'blobs' | 'log'>,
  pictures: readonly Picture[],
): Promise<string[]> {
  const codes: string[] = []
  for (const { hash } of pictures.filter(({ size }) => size > 0 && size <= PICTURE_SIZE_MAX).slice(0, PICTURES_MAX)) {
    try {
      const bytes = new Uint8Array(await context.blobs.readAll(hash))
      codes.push(...((await poolOf(context).run(bytes, { time: TIME_MAX_MS })) as string[]))
    } catch (error) {
      context.log.info({ err: error }, 'a picture could not be looked at for QR codes')
    }
  }
  return codes
}
