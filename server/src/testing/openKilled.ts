import { type Config, readConfig } from '../platform/config/config.ts'
import type { Context } from '../store/context/context.ts'
import { openContext } from '../store/context/openContext.ts'

/** Opens what another server of a test keeps, in a process that is going to be killed. Its clock stands. */
export async function openKilled(database: string, folder: string, clock: number): Promise<Context> {
  const config: Config = {
    ...readConfig({ YANSHU_DATA: folder, YANSHU_HOSTNAME: 'mail.yanshu.test', YANSHU_HOST: '127.0.0.1' }),
    database,
  }
  const { context } = await openContext({
    config,
    now: () => clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  return context
}
