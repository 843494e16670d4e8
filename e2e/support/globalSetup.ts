import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashGenerated } from '../../server/src/store/accounts/password.ts'
import { PASSWORD } from './api.ts'
import { RUN_FOLDER } from './oncePerRun.ts'
import { portOf, WORKERS } from './ports.ts'
import { CLIENT, DEMO, startServer } from './startServer.ts'

/**
 * Before a run: one server makes the demonstration organisation and ends, as an operator would end it; every other server
 * of the run begins with a copy of its data folder. Then a server starts for each worker, unless YANSHU_URL names one.
 * The copies are made for each run, because the demonstration leads up to the hour in which it was made.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-e2e-'))
  process.env[RUN_FOLDER] = folder
  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const teardown = async () => {
    for (const stop of stops.reverse()) await stop()
  }
  if (process.env.YANSHU_URL) return teardown
  try {
    const first = await startServer({ client: CLIENT })
    stops.push(first.remove)
    await first.stop()
    // Each account logs in some hundred times, with a password that is slow to compare on purpose.
    first.change(`UPDATE account SET password_hash = '${await hashGenerated(PASSWORD)}'`)
    process.env[DEMO] = first.dataFolder
    for (const worker of WORKERS) {
      const server = await startServer({ client: CLIENT, port: portOf(worker), smtpPort: portOf(worker) + 1 })
      stops.push(server.remove)
    }
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
