import type { Command } from 'commander'
import { jobKinds } from '../jobKinds.ts'
import { mailTransportOf } from '../mailflow/mailTransport.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import type { Context } from '../store/context/context.ts'
import { dropJobs } from '../store/jobs/dropJobs.ts'
import { type ListedJob, listJobs } from '../store/jobs/listJobs.ts'
import { retryJobs } from '../store/jobs/retryJobs.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** `job list|retry|drop`. */
export function addJobCommands(root: Command): void {
  const job = root.command('job').description('work that the server does by itself')
  const run = <T>(work: Parameters<typeof withContext<T>>[1]) => withContext(root.opts<CommandOptions>(), work)

  job
    .command('list')
    .description(
      'Lists what has failed, what is being done and what is due: id, kind, key, state, attempts, how far it is, why the last attempt failed.',
    )
    .option('--kind <kind>', 'only of this kind')
    .option('--later', 'also what is due later, such as reminders of next week')
    .option('--limit <number>', 'how many', '200')
    .addHelpText('after', '\nExample:\n  yanshu job list --kind calendar.subscription --later')
    .action(async ({ limit, ...which }: { limit: string; kind?: string; later?: boolean }) => {
      const list = await run((context) => listJobs(context, { ...which, limit: numberOf('--limit', limit) }))
      for (const one of list) say(lineOf(one, Date.now()))
      if (list.length === 0) say('Nothing has failed, and nothing is due')
    })

  job
    .command('retry')
    .description('Makes a job due now, with all its attempts before it.')
    .argument('[id]', 'of `yanshu job list`')
    .option('--failed', 'all that have failed')
    .option('--kind <kind>', 'with --failed: only of this kind')
    .addHelpText('after', '\nExample:\n  yanshu job retry --failed')
    .action(async (id: string | undefined, { failed = false, kind }: { failed?: boolean; kind?: string }) => {
      if ((id === undefined) !== failed) throw new OperatorError('Name one job, or give --failed')
      const target = id === undefined ? { kind } : { id: numberOf('The id', id) }
      const retried = await run((context) => retryJobs(context, target))
      if (id !== undefined && retried === 0) throw new OperatorError(notThere(id))
      say(`${retried} jobs are due now; the server begins them within 5 seconds`)
    })

  job
    .command('drop')
    .description('Gives a job up, and deletes what it was about: a reminder is not fired, an archive is not made.')
    .argument('<id>', 'of `yanshu job list`')
    .addHelpText('after', '\nExample:\n  yanshu job drop 4711')
    .action(async (id: string) => {
      const dropped = await run((context) => dropJobs(context, allKinds(context), [numberOf('The id', id)]))
      if (dropped === 0) throw new OperatorError(notThere(id))
      say('Dropped')
    })
}

const allKinds = (context: Context) => [...jobKinds, mailTransportOf(context).steps.effects.job]

const say = (line: string) => void process.stdout.write(`${line}\n`)

const notThere = (id: string) =>
  `There is no job ${id}, a server is doing it now, or it runs again and again. \`yanshu job list --later\` shows which`

function numberOf(what: string, text: string): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new OperatorError(`${what} ${text}: expected a number from 1 on`)
}

const MINUTE = 60_000

function stateOf({ claim, failed_at, run_at }: ListedJob, now: number): string {
  if (failed_at !== null) return `failed ${new Date(failed_at).toISOString()}`
  if (claim !== null) return 'running'
  return run_at <= now ? `due for ${Math.round((now - run_at) / MINUTE)} min` : `due ${new Date(run_at).toISOString()}`
}

const lineOf = (job: ListedJob, now: number): string =>
  [
    job.id,
    job.kind,
    job.key,
    stateOf(job, now),
    job.attempts > 0 ? `${job.attempts} attempts` : '',
    job.progress,
    job.note,
  ]
    .join('\t')
    .trimEnd()
