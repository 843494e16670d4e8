import { archiveParts } from './archiveParts.ts'
import { approvalJobs } from './areas/approval/index.ts'
import { calendarJobs } from './areas/calendar/index.ts'
import { importJob } from './areas/contacts/index.ts'
import { archiveJob } from './areas/exports/index.ts'
import { loginsJob } from './areas/login/index.ts'
import { migrationJob } from './areas/migration/index.ts'
import type { JobKind } from './store/jobs/index.ts'
import { sweepJob } from './store/sweep/sweepJob.ts'

/** Everything that runs by itself as a job. */
export const jobKinds: readonly JobKind[] = [
  ...approvalJobs,
  ...calendarJobs,
  importJob,
  migrationJob,
  archiveJob(archiveParts),
  loginsJob,
  sweepJob,
]
