import { DefaultQueryExecutor } from 'kysely'
import { archiveParts } from '../archiveParts.ts'
import { allowFetching, subscriptionsJob } from '../areas/calendar/subscriptions/refreshSubscriptions.ts'
import { archiveJob } from '../areas/exports/index.ts'
import { type JobKind, jobsOf } from '../store/jobs/index.ts'
import { countingJob } from './countingJob.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) before one of the writes of its jobs, for tests. A process of its own: given are the
 * store's address, the data folder, the time of its clock, before which write it ends, counted from 1, and the kind of jobs.
 */
const [database = '', folder = '', clock = '', end = '', name = ''] = process.argv.slice(2)

const kind = ([countingJob, archiveJob(archiveParts), subscriptionsJob] as readonly JobKind[]).find(
  (one) => one.name === name,
)
if (!kind) throw new Error(`there is no kind of jobs “${name}”`)
const context = await openKilled(database, folder, Number(clock))
// The addresses of a test stand on loopback.
allowFetching(context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
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
await jobsOf(context).runDue([kind])
