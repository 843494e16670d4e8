import { DefaultQueryExecutor } from 'kysely'
import { jobsOf } from '../store/jobs/index.ts'
import { countingJob } from './countingJob.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) before one of the writes of its jobs, for tests. A process of its own: given are the
 * store's address, the data folder, what the clock says, and before which write it ends, counted from 1.
 */
const [database = '', folder = '', clock = '', end = ''] = process.argv.slice(2)

const context = await openKilled(database, folder, Number(clock))
let writes = 0
const { prototype } = DefaultQueryExecutor
const run = prototype.executeQuery
prototype.executeQuery = function executeQuery<R>(
  this: DefaultQueryExecutor,
  ...[query, options]: Parameters<typeof run<R>>
) {
  if (/^(?:insert|update|delete)/.test(query.sql) && ++writes === Number(end)) process.kill(process.pid, 'SIGKILL')
  return run.call(this, query, options) as ReturnType<typeof run<R>>
}
await jobsOf(context).runDue([countingJob])
