export { makeArchive, startArchiveWork } from './archiveWork.ts'
export { exportRoutes } from './exports.routes.ts'
export { mailPart } from './mailPart.ts'
