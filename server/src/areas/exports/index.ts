export { archiveJob } from './archiveJob.ts'
export { exportRoutes } from './exports.routes.ts'
export { mailPart } from './mailPart.ts'
export { openArchive } from './writeArchive.ts'
