import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** How long one check may take, in milliseconds; what takes longer is as good as gone. */
const CHECK_WITHIN_MS = 2_000

/** What was looked at: `ok`, or what is wrong, for the operator's log alone. */
export type Readiness = Readonly<Record<'store' | 'files', string>>

async function within<T>(work: Promise<T>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_WITHIN_MS} ms`)), CHECK_WITHIN_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  within(work).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Whether this process can serve: the store answers, and the folder of messages and attachments can be read and written. */
export async function readiness(context: Context): Promise<Readiness> {
  const [store, files] = await Promise.all([
    outcome(sql`select 1`.execute(context.store.db)),
    outcome(access(context.config.dataFolder, constants.R_OK | constants.W_OK)),
  ])
  return { store, files }
}

export const isReady = (state: Readiness): boolean => Object.values(state).every((one) => one === 'ok')
