export { receivedJob } from './receivedJob.ts'
export { uploadRequestRoutes } from './uploadRequests.routes.ts'
