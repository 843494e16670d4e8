export { type RunningSubmission, startSubmission } from './submissionServer.ts'
