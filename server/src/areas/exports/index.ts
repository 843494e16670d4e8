export { archiveJob } from './archiveJob.ts'
export { exportedContent } from './exportedContent.ts'
export { exportRoutes } from './exports.routes.ts'
export { mailPart } from './mailPart.ts'
