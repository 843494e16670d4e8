import { archiveParts } from './archiveParts.ts'
import { approvalJobs } from './areas/approval/index.ts'
import { calendarJobs } from './areas/calendar/index.ts'
import { draftVersionsJob } from './areas/compose/index.ts'
import { importJob } from './areas/contacts/index.ts'
import { documentsJob, sharesJob } from './areas/documents/index.ts'
import { archiveJob } from './areas/exports/index.ts'
import { exactPagesJob, linksJob, unfinishedUploadsJob } from './areas/files/index.ts'
import { followUpJob, letterJob, unansweredJob } from './areas/follow-up/index.ts'
import { enrolmentJob } from './areas/keys/index.ts'
import { loginsJob } from './areas/login/index.ts'
import { forgetPaused, manyJob, migrationJob, undoJob } from './areas/migration/index.ts'
import { restrictedLetterJob } from './areas/restricted-letters/index.ts'
import { receivedJob } from './areas/upload-requests/index.ts'
import { fileTextsJob } from './mailflow/fileContents/fileTextsJob.ts'
import { dataStepsJob, type JobKind } from './store/jobs/index.ts'
import { sweepJob } from './store/sweep/sweepJob.ts'

/** Everything that runs by itself as a job. */
export const jobKinds: readonly JobKind[] = [
  ...approvalJobs,
  ...calendarJobs,
  followUpJob,
  letterJob,
  unansweredJob,
  enrolmentJob,
  importJob,
  documentsJob,
  draftVersionsJob,
  linksJob,
  sharesJob,
  unfinishedUploadsJob,
  exactPagesJob,
  receivedJob,
  fileTextsJob,
  forgetPaused,
  migrationJob,
  manyJob,
  undoJob,
  archiveJob(archiveParts),
  loginsJob,
  restrictedLetterJob,
  sweepJob,
  dataStepsJob(),
]
