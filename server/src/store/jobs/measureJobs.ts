import type { CounterSeries, GaugeSeries } from '../../platform/health/measures.ts'
import type { Context } from '../context/context.ts'
import { kindsWithJobs } from './listJobs.ts'
import { jobsOf } from './runner.ts'

/** More than this are not counted one by one. */
const COUNTED_MAX = 1_000

/** What this process has done, by kind and by what became of it. */
export function jobCounters(context: Context): readonly CounterSeries[] {
  return [
    {
      name: 'yanshu_job_attempts_total',
      help: 'Attempts at jobs of this process: done, put off, failed for good, given back at a stop, lost to another server',
      labelNames: ['kind', 'outcome'],
      read: () =>
        [...jobsOf(context).counts()].flatMap(([kind, { outcomes }]) =>
          [...outcomes].map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
    },
    {
      name: 'yanshu_job_seconds_total',
      help: 'Seconds that attempts at jobs of this process took together',
      labelNames: ['kind'],
      read: () => [...jobsOf(context).counts()].map(([kind, { seconds }]) => ({ labels: { kind }, value: seconds })),
    },
  ]
}

/** What waits, of all processes. */
export function jobGauges(context: Context): readonly GaugeSeries[] {
  const { db } = context.store
  const jobsDue = (kind: string) =>
    db
      .selectFrom('job')
      .select('run_at')
      .where('kind', '=', kind)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', context.now())
      .orderBy('run_at')
  return [
    {
      name: 'yanshu_jobs_due',
      help: `Jobs that are due and that no server does yet, of all processes; ${COUNTED_MAX} stands for more`,
      labelNames: ['kind'],
      read: async () => {
        const counts: { labels: { kind: string }; value: number }[] = []
        for (const kind of await kindsWithJobs(context)) {
          const rows = await jobsDue(kind).limit(COUNTED_MAX).execute()
          counts.push({ labels: { kind }, value: rows.length })
        }
        return counts
      },
    },
    {
      name: 'yanshu_job_late_seconds',
      help: 'For how long the oldest of them has been due',
      labelNames: ['kind'],
      read: async () => {
        const counts: { labels: { kind: string }; value: number }[] = []
        for (const kind of await kindsWithJobs(context)) {
          const oldest = await jobsDue(kind).limit(1).executeTakeFirst()
          counts.push({ labels: { kind }, value: oldest ? (context.now() - oldest.run_at) / 1_000 : 0 })
        }
        return counts
      },
    },
    {
      name: 'yanshu_jobs_failed',
      help: `Jobs that have failed for good and wait for an operator, of all processes; ${COUNTED_MAX} stands for more`,
      labelNames: ['kind'],
      read: async () => {
        const counts: { labels: { kind: string }; value: number }[] = []
        for (const kind of await kindsWithJobs(context)) {
          const failed = db.selectFrom('job').select('failed_at').where('kind', '=', kind)
          const rows = await failed.where('failed_at', 'is not', null).orderBy('failed_at').limit(COUNTED_MAX).execute()
          counts.push({ labels: { kind }, value: rows.length })
        }
        return counts
      },
    },
  ]
}
